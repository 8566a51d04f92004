import { AppError } from "../errors";
import type { ByteRange, OpenedObject } from "./opened-object";

/** An open file, or a range of a file. */
export type OpenedFile = Omit<OpenedObject, "mediaType" | "body"> & {
  body: ReadableStream<Uint8Array>;
};

/**
 * Files for download, such as books. They are stored apart from the objects of pages, streamed
 * while they are made, and have no public address.
 */
export interface FileStore {
  /**
   * Streams a file into the store, atomically.
   * @returns its bytes
   * @throws AppError `unavailable`, and errors of `body`
   */
  put(key: string, body: AsyncIterable<Uint8Array>, mediaType: string): Promise<number>;
  /**
   * Null if the file does not exist, `unsatisfiable` if the range lies beyond its end. The caller
   * reads or cancels the body.
   * @throws AppError `unavailable`
   */
  open(key: string, range?: ByteRange): Promise<OpenedFile | "unsatisfiable" | null>;
  /** Unknown keys are ignored. @throws AppError `unavailable` */
  delete(keys: string[]): Promise<void>;
  /** @throws AppError `unavailable` */
  list(): AsyncIterable<{ key: string; storedAt: Date }>;
  /**
   * Deletes incomplete files that were begun before this time by processes that died. Absent if the
   * store has a lifecycle rule for them.
   * @throws AppError `unavailable`
   */
  deleteUnfinished?(begunBefore: Date): Promise<void>;
}

/** Prefix of keys in a bucket, and name of the folder on a disk. */
export const filesPrefix = "files";

const keyShape = /^[0-9a-f-]{36}\.[a-z0-9]{2,8}$/;

/** @throws AppError `internal` for a malformed key */
export function requireFileKey(key: string): string {
  if (!keyShape.test(key)) throw new AppError("internal", `Not a key of a file: ${key}`);
  return key;
}

export const isFileKey = (key: string): boolean => keyShape.test(key);
