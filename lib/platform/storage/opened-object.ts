/** From `start` to `end` inclusive, or the `last` bytes. */
export type ByteRange = { start: number; end?: number } | { last: number };

/** An open object, or a range of an object. */
export interface OpenedObject {
  /** Bytes of a small object, or a stream, which the caller reads or cancels. */
  body: Uint8Array | ReadableStream<Uint8Array>;
  mediaType: string;
  /** Size of the complete object. */
  size: number;
  /** Inclusive; for an empty object `end` is -1. */
  start: number;
  end: number;
}
