import { AppError } from "../errors";

/**
 * Files that we make and that somebody downloads once: books. They lie apart from the objects that
 * pages show, are written while they are made, and are never served under an address of their own.
 */
export interface FileStore {
  /** Writes a file as it comes, whole or not at all. @returns its bytes @throws AppError `unavailable`, and what `body` throws */
  put(key: string, body: AsyncIterable<Uint8Array>, mediaType: string): Promise<number>;
  /** Null where there is no such file. Whoever does not read the body cancels it. @throws AppError `unavailable` */
  open(key: string): Promise<{ body: ReadableStream<Uint8Array>; size: number } | null>;
  /** Keys without a file are passed over. @throws AppError `unavailable` */
  delete(keys: string[]): Promise<void>;
  /** @throws AppError `unavailable` */
  list(): AsyncIterable<{ key: string; storedAt: Date }>;
  /**
   * Deletes what was begun before then and never got its name, as its process died. Absent where a
   * rule of the store does. @throws AppError `unavailable`
   */
  deleteUnfinished?(begunBefore: Date): Promise<void>;
}

/** Begins the names of files in a bucket, and names their folder on a disk. */
export const filesPrefix = "files";

const keyShape = /^[0-9a-f-]{36}\.[a-z0-9]{2,8}$/;

/** @throws AppError `internal` for a key that cannot be one of ours */
export function requireFileKey(key: string): string {
  if (!keyShape.test(key)) throw new AppError("internal", `Not a key of a file: ${key}`);
  return key;
}

export const isFileKey = (key: string): boolean => keyShape.test(key);
