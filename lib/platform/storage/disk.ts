import "server-only";
import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { AppError } from "../errors";
import { createDiskFiles } from "./disk-files";
import { mediaTypeOf } from "./media-types";
import type { ByteRange } from "./opened-object";
import { resolveRange } from "./range";
import type { ListedObject, Storage, StoredObject } from "./storage";

/** Larger ranges are streamed; for smaller ones a single read is faster. */
const streamThresholdBytes = 1024 * 1024;

const hasErrorCode = (error: unknown, ...codes: string[]) =>
  codes.includes((error as NodeJS.ErrnoException | null)?.code ?? "");

const toStorageError = (cause: unknown) =>
  hasErrorCode(cause, "ENOSPC", "EDQUOT")
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

/**
 * Objects in a folder, spread over 65,536 subfolders. Writes are atomic: to a temporary file, which
 * is then renamed.
 */
export function createDiskStorage(folder: string): Storage {
  const root = path.resolve(folder);
  const tempFolder = path.join(root, "unfinished");
  const pathOf = (key: string): string => {
    if (!mediaTypeOf(key)) throw new AppError("internal", `Not a key of an object: ${key}`);
    return path.join(root, key.slice(0, 2), key.slice(2, 4), key);
  };

  async function write(target: string, bytes: Uint8Array): Promise<void> {
    await mkdir(tempFolder, { recursive: true });
    const tempPath = path.join(tempFolder, randomUUID());
    try {
      const file = await open(tempPath, "wx");
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await mkdir(path.dirname(target), { recursive: true });
      await rename(tempPath, target);
    } catch (error) {
      await rm(tempPath, { force: true }).catch(() => {});
      throw error;
    }
  }

  async function* list(): AsyncIterable<ListedObject> {
    for (const outer of await entries(root)) {
      if (outer.length !== 2) continue;
      for (const inner of await entries(path.join(root, outer))) {
        for (const key of await entries(path.join(root, outer, inner))) {
          if (!mediaTypeOf(key)) continue;
          const found = await stat(path.join(root, outer, inner, key)).catch(() => null);
          if (found) yield { key, storedAt: found.mtime };
        }
      }
    }
  }

  async function entries(directory: string): Promise<string[]> {
    try {
      return await readdir(directory);
    } catch (error) {
      if (hasErrorCode(error, "ENOENT", "ENOTDIR")) return [];
      throw toStorageError(error);
    }
  }

  return {
    name: `folder ${path.relative(process.cwd(), root) || root}`,
    async put(key: string, { bytes }: StoredObject) {
      const target = pathOf(key);
      try {
        const known = await stat(target).catch(() => null);
        if (known?.size === bytes.byteLength) {
          // Renews the age, so that a concurrent sweep does not delete the object.
          const now = new Date();
          await utimes(target, now, now);
          return;
        }
        await write(target, bytes);
      } catch (error) {
        if (hasErrorCode(error, "ENOENT"))
          return write(target, bytes).catch((again) => reject(again));
        reject(error);
      }
    },
    async get(key: string) {
      const mediaType = mediaTypeOf(key);
      if (!mediaType) return null;
      try {
        return { bytes: await readFile(pathOf(key)), mediaType };
      } catch (error) {
        if (hasErrorCode(error, "ENOENT", "ENOTDIR")) return null;
        throw toStorageError(error);
      }
    },
    async open(key: string, range?: ByteRange) {
      const mediaType = mediaTypeOf(key);
      if (!mediaType) return null;
      try {
        const file = await open(pathOf(key));
        try {
          const { size } = await file.stat();
          const place = resolveRange(range, size);
          if (!place) return "unsatisfiable";
          const length = place.end - place.start + 1;
          if (length > streamThresholdBytes) {
            const stream = (await open(pathOf(key))).createReadStream(place);
            const body = Readable.toWeb(stream) as ReadableStream<Uint8Array>;
            return { body, mediaType, size, ...place };
          }
          const body = new Uint8Array(length);
          await file.read(body, 0, length, place.start);
          return { body, mediaType, size, ...place };
        } finally {
          await file.close();
        }
      } catch (error) {
        if (hasErrorCode(error, "ENOENT", "ENOTDIR")) return null;
        throw toStorageError(error);
      }
    },
    async delete(keys: string[]) {
      try {
        await Promise.all(keys.map((key) => rm(pathOf(key), { force: true })));
      } catch (error) {
        throw toStorageError(error);
      }
    },
    list,
    files: createDiskFiles(root, toStorageError),
    async check() {
      const probe = path.join(tempFolder, `check-${randomUUID()}`);
      try {
        await mkdir(tempFolder, { recursive: true });
        // An empty file can be created even on a full disk, so the probe has content.
        const file = await open(probe, "wx");
        await file.writeFile("x").finally(() => file.close());
      } catch (error) {
        throw toStorageError(error);
      } finally {
        await rm(probe, { force: true }).catch(() => {});
      }
    },
  };
}

function reject(error: unknown): never {
  throw error instanceof AppError ? error : toStorageError(error);
}
