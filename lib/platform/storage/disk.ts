import "server-only";
import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { type Blobs, type ListedBlob, toStorageError } from "./blobs";
import { resolveRange } from "./range";
import { createStorage, type Storage } from "./storage";

/** Larger ranges are streamed; for smaller ones a single read is faster. */
const streamThresholdBytes = 1024 * 1024;

const isNotFound = (error: unknown) =>
  ["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException | null)?.code ?? "");

/** Errors of a body that is being written stay as they are. */
function rethrow(error: unknown): never {
  const isOfDisk = typeof (error as NodeJS.ErrnoException | null)?.syscall === "string";
  throw isOfDisk ? toStorageError(error) : error;
}

/** The names in a folder; none if it is missing. */
const namesIn = (folder: string) =>
  readdir(folder).catch((error: unknown) => {
    if (isNotFound(error)) return [];
    throw toStorageError(error);
  });

/**
 * Blobs in a folder. Those without a prefix are spread over 65,536 subfolders. Writes are atomic:
 * to a temporary file, which is then renamed.
 */
function createDiskBlobs(folder: string): Blobs {
  const root = path.resolve(folder);
  const tempFolder = path.join(root, "unfinished");
  const pathOf = (name: string) =>
    name.includes("/")
      ? path.join(root, name)
      : path.join(root, name.slice(0, 2), name.slice(2, 4), name);

  async function* listFolder(directory: string, prefix = ""): AsyncIterable<ListedBlob> {
    for (const name of await namesIn(directory)) {
      const found = await stat(path.join(directory, name)).catch(() => null);
      if (found?.isFile()) yield { key: `${prefix}${name}`, storedAt: found.mtime };
    }
  }

  /** Renews the age of a blob, so that a concurrent sweep does not delete it. */
  async function touch(file: string, size: number): Promise<boolean> {
    const known = await stat(file).catch(() => null);
    if (known?.size !== size) return false;
    const now = new Date();
    return utimes(file, now, now).then(
      () => true,
      () => false,
    );
  }

  return {
    name: `folder ${path.relative(process.cwd(), root) || root}`,
    async put(name, body) {
      const target = pathOf(name);
      if (body instanceof Uint8Array && (await touch(target, body.byteLength))) {
        return body.byteLength;
      }
      const tempPath = path.join(tempFolder, randomUUID());
      try {
        await mkdir(tempFolder, { recursive: true });
        await mkdir(path.dirname(target), { recursive: true });
        const file = await open(tempPath, "wx");
        try {
          await file.writeFile(body);
          await file.sync();
        } finally {
          await file.close();
        }
        const { size } = await stat(tempPath);
        await rename(tempPath, target);
        return size;
      } catch (error) {
        await rm(tempPath, { force: true }).catch(() => {});
        return rethrow(error);
      }
    },
    async open(name, range) {
      try {
        const file = await open(pathOf(name));
        const { size } = await file.stat();
        const place = resolveRange(range, size);
        const length = place ? place.end - place.start + 1 : 0;
        if (place && length > streamThresholdBytes) {
          const body = Readable.toWeb(file.createReadStream(place)) as ReadableStream<Uint8Array>;
          return { body, size, ...place };
        }
        const body = new Uint8Array(length);
        await file.read(body, 0, length, place?.start).finally(() => file.close());
        return place ? { body, size, ...place } : "unsatisfiable";
      } catch (error) {
        if (isNotFound(error)) return null;
        throw toStorageError(error);
      }
    },
    async delete(names) {
      await Promise.all(names.map((name) => rm(pathOf(name), { force: true }))).catch(rethrow);
    },
    async *list(prefix) {
      if (prefix) return yield* listFolder(path.join(root, prefix), prefix);
      for (const outer of await namesIn(root)) {
        if (outer.length !== 2) continue;
        for (const inner of await namesIn(path.join(root, outer))) {
          yield* listFolder(path.join(root, outer, inner));
        }
      }
    },
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
    async deleteUnfinished(begunBefore) {
      for await (const { key, storedAt } of listFolder(tempFolder)) {
        // A file that is still being written is recent.
        if (storedAt < begunBefore) {
          await rm(path.join(tempFolder, key), { force: true }).catch(() => {});
        }
      }
    },
  };
}

/** Storage in a folder. */
export const createDiskStorage = (folder: string): Storage =>
  createStorage(createDiskBlobs(folder));
