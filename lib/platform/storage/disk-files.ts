import "server-only";
import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type FileStore, filesPrefix, isFileKey, requireFileKey } from "./files";

/**
 * Files in a folder beside the objects'.
 * @param away makes of what the disk says what people are told
 */
export function createDiskFiles(root: string, away: (cause: unknown) => Error): FileStore {
  const folder = path.join(root, filesPrefix);
  const unfinished = path.join(root, "unfinished");
  const pathOf = (key: string) => path.join(folder, requireFileKey(key));
  const isGone = (error: unknown) =>
    ["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "");
  const isOfDisk = (error: unknown) =>
    typeof (error as NodeJS.ErrnoException | null)?.syscall === "string";

  const namesIn = (directory: string) =>
    readdir(directory).catch((error: unknown) => {
      if (isGone(error)) return [];
      throw away(error);
    });

  return {
    async put(key, body) {
      const target = pathOf(key);
      const draft = path.join(unfinished, randomUUID());
      try {
        await mkdir(unfinished, { recursive: true });
        await mkdir(folder, { recursive: true });
        await pipeline(Readable.from(body), createWriteStream(draft, { flags: "wx", flush: true }));
        const { size } = await stat(draft);
        await rename(draft, target);
        return size;
      } catch (error) {
        await rm(draft, { force: true }).catch(() => {});
        throw isOfDisk(error) ? away(error) : error;
      }
    },
    async open(key) {
      try {
        const file = await open(pathOf(key));
        const { size } = await file.stat();
        const body = Readable.toWeb(file.createReadStream()) as ReadableStream<Uint8Array>;
        return { body, size };
      } catch (error) {
        if (isGone(error)) return null;
        throw isOfDisk(error) ? away(error) : error;
      }
    },
    async delete(keys) {
      try {
        await Promise.all(keys.map((key) => rm(pathOf(key), { force: true })));
      } catch (error) {
        throw isOfDisk(error) ? away(error) : error;
      }
    },
    async *list() {
      for (const key of (await namesIn(folder)).filter(isFileKey)) {
        const found = await stat(path.join(folder, key)).catch(() => null);
        if (found) yield { key, storedAt: found.mtime };
      }
    },
    async deleteUnfinished(begunBefore) {
      for (const name of await namesIn(unfinished)) {
        const draft = path.join(unfinished, name);
        const found = await stat(draft).catch(() => null);
        // One that is still written to is young.
        if (found && found.mtime < begunBefore) await rm(draft, { force: true }).catch(() => {});
      }
    },
  };
}
