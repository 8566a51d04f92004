import "server-only";
import { AppError } from "../errors";
import { type Blobs, type ListedBlob, type OpenedBlob, toStorageError } from "./blobs";
import { mediaTypeOf } from "./media-types";
import type { ByteRange } from "./range";

/** An object: stored under a name made of its hash, never changed. */
export interface StoredObject {
  bytes: Uint8Array;
  mediaType: string;
}

/**
 * Files for download, such as books. They are stored apart from the objects of pages, streamed
 * while they are made, and have no public address.
 */
export interface FileStore {
  /**
   * Streams a file into the store, atomically.
   * @returns its bytes
   * @throws errors of `body`
   */
  put(key: string, body: AsyncIterable<Uint8Array>, mediaType: string): Promise<number>;
  /** As `Storage.open`. */
  open(key: string, range?: ByteRange): Promise<OpenedBlob | "unsatisfiable" | null>;
  /** Unknown keys are ignored. */
  delete(keys: string[]): Promise<void>;
  list(): AsyncIterable<ListedBlob>;
  /** Absent if the store has a lifecycle rule for incomplete files. */
  deleteUnfinished?: Blobs["deleteUnfinished"];
}

/**
 * Direct uploads from browsers, for hosts that limit request bodies. The files are untrusted: the
 * app reads each once, encodes it again and deletes it.
 */
export interface DirectUploadStorage {
  presign: NonNullable<Blobs["presign"]>;
  /** Null if the file is missing or larger than `maxBytes`. */
  read(key: string, maxBytes: number): Promise<Uint8Array | null>;
  delete(keys: string[]): Promise<void>;
  list(): AsyncIterable<ListedBlob>;
}

/** The port for storage. All methods throw AppError `unavailable` where the store fails. */
export interface Storage {
  /** Shown by readiness and the launcher, such as 'folder .data/objects'. */
  readonly name: string;
  /** Idempotent. */
  put(key: string, object: StoredObject): Promise<void>;
  /** Null if the object does not exist. */
  get(key: string): Promise<StoredObject | null>;
  /**
   * Opens an object for streaming. Null if it does not exist, `unsatisfiable` if the range lies
   * beyond its end. The caller reads or cancels the body.
   */
  open(key: string, range?: ByteRange): Promise<OpenedBlob | "unsatisfiable" | null>;
  /** Unknown keys are ignored. */
  delete(keys: string[]): Promise<void>;
  /** All objects, in no particular order. */
  list(): AsyncIterable<ListedBlob>;
  /** Public URL of an object, served by the store; absent if the store is private. */
  readonly publicUrl?: (key: string) => string;
  /** Absent if browsers cannot reach the store. */
  readonly directUploads?: DirectUploadStorage;
  /** Files for download. */
  readonly files: FileStore;
  /** @throws if objects cannot be written now */
  check(): Promise<void>;
}

const fileKeyShape = /^[0-9a-f-]{36}\.[a-z0-9]{2,8}$/;

/** The name of a file's blob. @throws AppError `internal` for a malformed key */
function fileName(key: string): string {
  if (!fileKeyShape.test(key)) throw new AppError("internal", `Not a key of a file: ${key}`);
  return `files/${key}`;
}

/** The bytes of a blob; null if it is missing or larger than `maxBytes`. */
async function read(
  blobs: Blobs,
  name: string,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<Uint8Array | null> {
  const opened = await blobs.open(name);
  if (!opened || opened === "unsatisfiable") return null;
  const { body, size } = opened;
  if (body instanceof Uint8Array) return size > maxBytes ? null : body;
  if (size > maxBytes) {
    await body.cancel();
    return null;
  }
  return new Response(body).bytes().catch((error) => {
    throw toStorageError(error);
  });
}

/** Objects, files and uploads in one store: each kind has names of its own. */
export function createStorage(blobs: Blobs, publicUrl?: Storage["publicUrl"]): Storage {
  const { presign, deleteUnfinished } = blobs;
  return {
    name: blobs.name,
    ...(publicUrl && { publicUrl }),
    async put(key, { bytes, mediaType }) {
      if (!mediaTypeOf(key)) throw new AppError("internal", `Not a key of an object: ${key}`);
      await blobs.put(key, bytes, { mediaType, cacheControl: "public, max-age=3600" });
    },
    async get(key) {
      const mediaType = mediaTypeOf(key);
      const bytes = mediaType && (await read(blobs, key));
      return mediaType && bytes ? { bytes, mediaType } : null;
    },
    open: async (key, range) => (mediaTypeOf(key) ? blobs.open(key, range) : null),
    async delete(keys) {
      await blobs.delete(keys.filter(mediaTypeOf));
    },
    async *list() {
      for await (const object of blobs.list("")) if (mediaTypeOf(object.key)) yield object;
    },
    files: {
      put: async (key, body, mediaType) => blobs.put(fileName(key), body, { mediaType }),
      open: async (key, range) => blobs.open(fileName(key), range),
      delete: async (keys) => blobs.delete(keys.map(fileName)),
      async *list() {
        for await (const { key, storedAt } of blobs.list("files/")) {
          yield { key: key.slice("files/".length), storedAt };
        }
      },
      ...(deleteUnfinished && { deleteUnfinished }),
    },
    ...(presign && {
      directUploads: {
        presign,
        read: (key, maxBytes) => read(blobs, key, maxBytes),
        delete: (keys) => blobs.delete(keys),
        list: () => blobs.list("incoming/"),
      },
    }),
    check: () => blobs.check(),
  };
}
