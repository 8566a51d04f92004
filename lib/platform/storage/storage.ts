import type { FileStore } from "./files";

/** Objects of our own: put once under a name made of their content, never changed. */
export interface StoredObject {
  bytes: Uint8Array;
  mediaType: string;
}

/** From `start` on, up to and with `end`; or the last so many bytes. */
export type ByteRange = { start: number; end?: number } | { last: number };

/** A part of an object, or all of it, on its way. */
export interface OpenedObject {
  /** Small ones at once, others as they come. Whoever does not read it cancels it. */
  body: Uint8Array | ReadableStream<Uint8Array>;
  mediaType: string;
  /** Of the whole object. */
  size: number;
  /** Inclusive; of an empty object `end` is -1. */
  start: number;
  end: number;
}

/** An object without its bytes, as a sweep sees it. */
export interface ListedObject {
  key: string;
  /** When it was put last. */
  storedAt: Date;
}

/** What a browser needs to send a file straight to the store. */
interface PresignedUpload {
  url: string;
  /** To be sent as they are: the signature holds for them alone. */
  headers: Record<string, string>;
}

/**
 * A place that browsers put files into themselves, where a host takes no large bodies. What lies
 * there is as hostile as any upload: it is read once, checked, encoded anew and deleted.
 */
export interface DirectUploadStorage {
  /** @param size of the file to the byte; the store refuses any other */
  presign(key: string, file: { size: number; mediaType: string }): Promise<PresignedUpload>;
  /** Null where nothing was put, or more than `maxBytes`. @throws AppError `unavailable` */
  read(key: string, maxBytes: number): Promise<Uint8Array | null>;
  /** @throws AppError `unavailable` */
  delete(keys: string[]): Promise<void>;
  /** @throws AppError `unavailable` */
  list(): AsyncIterable<ListedObject>;
}

export interface Storage {
  /** Shown by readiness and the launcher, such as 'folder .data/objects'. */
  readonly name: string;
  /** Putting the same key again is harmless. @throws AppError `unavailable` */
  put(key: string, object: StoredObject): Promise<void>;
  /** Null where there is no such object. @throws AppError `unavailable` */
  get(key: string): Promise<StoredObject | null>;
  /**
   * The same without waiting for all of it. Null where there is no such object, `unsatisfiable`
   * where it ends before the range begins. @throws AppError `unavailable`
   */
  open(key: string, range?: ByteRange): Promise<OpenedObject | "unsatisfiable" | null>;
  /** Keys without an object are passed over. @throws AppError `unavailable` */
  delete(keys: string[]): Promise<void>;
  /** Every object there is, in no particular order. @throws AppError `unavailable` */
  list(): AsyncIterable<ListedObject>;
  /** Where everybody finds an object without asking us; absent where nothing is public. */
  readonly publicUrl?: (key: string) => string;
  /** Absent where browsers cannot reach the store. */
  readonly directUploads?: DirectUploadStorage;
  /** What is made to be downloaded. */
  readonly files: FileStore;
  /** @throws where objects cannot be written right now */
  check(): Promise<void>;
}
