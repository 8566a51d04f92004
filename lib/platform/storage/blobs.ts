import { AppError } from "../errors";
import type { ByteRange } from "./range";

/** An open blob, or a range of it. */
export interface OpenedBlob {
  /** Bytes of a small blob, or a stream, which the caller reads or cancels. */
  body: Uint8Array | ReadableStream<Uint8Array>;
  /** Size of the complete blob. */
  size: number;
  /** Inclusive; for an empty blob `end` is -1. */
  start: number;
  end: number;
}

/** A blob in a listing. */
export interface ListedBlob {
  key: string;
  /** Time of the latest `put`. */
  storedAt: Date;
}

/**
 * What an adapter does: it keeps bytes by name, in a folder or a bucket. `storage.ts` says what the
 * names are. All methods throw AppError `unavailable` where the store fails.
 */
export interface Blobs {
  /** Shown by readiness and the launcher, such as 'folder .data/objects'. */
  readonly name: string;
  /**
   * Stores a blob, streamed and atomically.
   * @returns its bytes
   * @throws also errors of `body`
   */
  put(
    name: string,
    body: Uint8Array | AsyncIterable<Uint8Array>,
    headers: { mediaType: string; cacheControl?: string },
  ): Promise<number>;
  /** Null if the blob does not exist, `unsatisfiable` if the range lies beyond its end. */
  open(name: string, range?: ByteRange): Promise<OpenedBlob | "unsatisfiable" | null>;
  /** Unknown names are ignored. */
  delete(names: string[]): Promise<void>;
  /** All blobs whose names begin with the prefix, in no particular order. */
  list(prefix: "" | `${string}/`): AsyncIterable<ListedBlob>;
  /** @throws if blobs cannot be written now */
  check(): Promise<void>;
  /** A URL for an upload from the browser, of exactly this size. */
  presign?(
    name: string,
    file: { size: number; mediaType: string },
  ): Promise<{ url: string; headers: Record<string, string> }>;
  /** Deletes what processes that died began before this time. */
  deleteUnfinished?(begunBefore: Date): Promise<void>;
}

/** Translates an error of a store; an AppError stays as it is. */
export function toStorageError(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  const { code = "" } = (cause ?? {}) as NodeJS.ErrnoException;
  return code === "ENOSPC" || code === "EDQUOT"
    ? new AppError(
        "storage_full",
        "There is no room left for pictures. Nothing was lost: please try again later, or tell the administrator of this site.",
        { retryAfter: 60, cause },
      )
    : new AppError(
        "unavailable",
        "Pictures cannot be stored right now. Please try again in a moment.",
        { retryAfter: 5, cause },
      );
}
