import type { FileStore } from "./files";
import type { ByteRange, OpenedObject } from "./opened-object";

/** An object: stored under a name made of its hash, never changed. */
export interface StoredObject {
  bytes: Uint8Array;
  mediaType: string;
}

/** An object in a listing. */
export interface ListedObject {
  key: string;
  /** Time of the latest `put`. */
  storedAt: Date;
}

/** A presigned upload from the browser to the store. */
interface PresignedUpload {
  url: string;
  /** To be sent unchanged, because the signature covers them. */
  headers: Record<string, string>;
}

/**
 * Direct uploads from browsers, for hosts that limit request bodies. The files are untrusted: the
 * app reads each once, encodes it again and deletes it.
 */
export interface DirectUploadStorage {
  /** @param file.size exact size in bytes, which the store enforces */
  presign(key: string, file: { size: number; mediaType: string }): Promise<PresignedUpload>;
  /** Null if the file is missing or larger than `maxBytes`. @throws AppError `unavailable` */
  read(key: string, maxBytes: number): Promise<Uint8Array | null>;
  /** @throws AppError `unavailable` */
  delete(keys: string[]): Promise<void>;
  /** @throws AppError `unavailable` */
  list(): AsyncIterable<ListedObject>;
}

export interface Storage {
  /** Shown by readiness and the launcher, such as 'folder .data/objects'. */
  readonly name: string;
  /** Idempotent. @throws AppError `unavailable` */
  put(key: string, object: StoredObject): Promise<void>;
  /** Null if the object does not exist. @throws AppError `unavailable` */
  get(key: string): Promise<StoredObject | null>;
  /**
   * Opens an object for streaming. Null if it does not exist, `unsatisfiable` if the range lies
   * beyond its end.
   * @throws AppError `unavailable`
   */
  open(key: string, range?: ByteRange): Promise<OpenedObject | "unsatisfiable" | null>;
  /** Unknown keys are ignored. @throws AppError `unavailable` */
  delete(keys: string[]): Promise<void>;
  /** All objects, in no particular order. @throws AppError `unavailable` */
  list(): AsyncIterable<ListedObject>;
  /** Public URL of an object, served by the store; absent if the store is private. */
  readonly publicUrl?: (key: string) => string;
  /** Absent if browsers cannot reach the store. */
  readonly directUploads?: DirectUploadStorage;
  /** Files for download. */
  readonly files: FileStore;
  /** @throws if objects cannot be written now */
  check(): Promise<void>;
}
