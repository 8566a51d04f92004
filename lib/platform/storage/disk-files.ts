import "server-only";
import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type FileStore, filesPrefix, isFileKey, requireFileKey } from "./files";
import { resolveRange } from "./range";

/**
 * Files in a folder next to the objects.
 * @param toError converts an error of the disk to an AppError
 */
export function createDiskFiles(root: string, toError: (cause: unknown) => Error): FileStore {
  const folder = path.join(root, filesPrefix);
  const tempFolder = path.join(root, "unfinished");
  const pathOf = (key: string) => path.join(folder, requireFileKey(key));
  const isNotFound = (error: unknown) =>
    ["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "");
  const isDiskError = (error: unknown) =>
    typeof (error as NodeJS.ErrnoException | null)?.syscall === "string";

  const namesIn = (directory: string) =>
    readdir(directory).catch((error: unknown) => {
      if (isNotFound(error)) return [];
      throw toError(error);
    });

  return {
    async put(key, body) {
      const target = pathOf(key);
      const tempPath = path.join(tempFolder, randomUUID());
      try {
        await mkdir(tempFolder, { recursive: true });
        await mkdir(folder, { recursive: true });
        await pipeline(
          Readable.from(body),
          createWriteStream(tempPath, { flags: "wx", flush: true }),
        );
        const { size } = await stat(tempPath);
        await rename(tempPath, target);
        return size;
      } catch (error) {
        await rm(tempPath, { force: true }).catch(() => {});
        throw isDiskError(error) ? toError(error) : error;
      }
    },
    async open(key, range) {
      try {
        const file = await open(pathOf(key));
        const { size } = await file.stat();
        const place = resolveRange(range, size);
        if (!place) {
          await file.close();
          return "unsatisfiable";
        }
        const stream = file.createReadStream(range && place);
        return { body: Readable.toWeb(stream) as ReadableStream<Uint8Array>, size, ...place };
      } catch (error) {
        if (isNotFound(error)) return null;
        throw isDiskError(error) ? toError(error) : error;
      }
    },
    async delete(keys) {
      try {
        await Promise.all(keys.map((key) => rm(pathOf(key), { force: true })));
      } catch (error) {
        throw isDiskError(error) ? toError(error) : error;
      }
    },
    async *list() {
      for (const key of (await namesIn(folder)).filter(isFileKey)) {
        const found = await stat(path.join(folder, key)).catch(() => null);
        if (found) yield { key, storedAt: found.mtime };
      }
    },
    async deleteUnfinished(begunBefore) {
      for (const name of await namesIn(tempFolder)) {
        const tempPath = path.join(tempFolder, name);
        const found = await stat(tempPath).catch(() => null);
        // A file that is still being written is recent.
        if (found && found.mtime < begunBefore) await rm(tempPath, { force: true }).catch(() => {});
      }
    },
  };
}
