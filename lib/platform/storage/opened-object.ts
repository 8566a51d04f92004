/** From `start` to `end` inclusive, or the last bytes. */
export type ByteRange = { start: number; end?: number } | { last: number };

/** An object, or a range of it, being read. */
export interface OpenedObject {
  /** Bytes of a small object, a stream of a larger one. The caller reads or cancels it. */
  body: Uint8Array | ReadableStream<Uint8Array>;
  mediaType: string;
  /** Size of the complete object. */
  size: number;
  /** Inclusive; for an empty object `end` is -1. */
  start: number;
  end: number;
}
