import { createHash } from "node:crypto";
import { constants, createReadStream, createWriteStream } from "node:fs";
import { lstat, open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { StartupError } from "../../prisma/postgres/startup-error.ts";

/** Size and hash of a file. */
interface Digest {
  sha256: string;
  bytes: number;
}

type Source = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** A pass-through stream, and the hash of its content at the end. */
export function hashStream() {
  const hash = createHash("sha256");
  let bytes = 0;
  async function* stage(source: Source): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      hash.update(chunk);
      bytes += chunk.byteLength;
      yield chunk;
    }
  }
  return { stage, sum: (): Digest => ({ sha256: hash.digest("hex"), bytes }) };
}

const noSpaceError: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EACCES", "EPERM", "EROFS"]);

/** Writes a new file that only its owner can read, and syncs it to the disk. */
export async function writeNew(file: string, source: Source): Promise<Digest> {
  const { stage, sum } = hashStream();
  const target = createWriteStream(file, { flags: "wx", mode: 0o600, flush: true });
  await pipeline(source, stage, target).catch((error: NodeJS.ErrnoException) => {
    if (!noSpaceError.has(error.code ?? "")) throw error;
    throw new StartupError(
      `The backup cannot be written (${error.message}). Make room or give this user the right to write there, or name another folder.`,
    );
  });
  return sum();
}

/**
 * Opens a regular file of a backup. Rejects links, which could point anywhere, and pipes, which may
 * never end.
 * @throws StartupError
 */
export async function openRegularFile(file: string, name: string) {
  const found = await lstat(file).catch(() => null);
  if (!found) throw damagedError(name, "it is missing");
  if (!found.isFile()) throw damagedError(name, "it is not an ordinary file");
  // Windows lacks this flag.
  return open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch((error: Error) => {
    throw new StartupError(`${file} cannot be read (${error.message}). Nothing was restored.`);
  });
}

/** @throws StartupError if it is no regular file */
export async function digestOf(file: string, name: string): Promise<Digest> {
  const handle = await openRegularFile(file, name);
  const { stage, sum } = hashStream();
  for await (const _ of stage(handle.createReadStream())) {
    // Only the hash is needed.
  }
  return sum();
}

/** Reads a file line by line: there may be millions of lines. */
export async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of createReadStream(file, "utf8")) {
    const lines = `${rest}${chunk}`.split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > 1_000) throw new StartupError(`A line of ${file} is too long to be ours.`);
    yield* lines;
  }
  if (rest) yield rest;
}

/**
 * Does the work for all items with limited concurrency. The first error is thrown after all have
 * stopped.
 */
export async function runConcurrently<T>(
  hands: number,
  items: AsyncGenerator<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const hand = async () => {
    try {
      for await (const item of shared(items)) await work(item);
    } finally {
      await items.return(undefined);
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: hands }, hand));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}

/** The loops share one iterator; leaving one loop must not close it for the others. */
async function* shared<T>(items: AsyncGenerator<T>): AsyncGenerator<T> {
  for (let next = await items.next(); !next.done; next = await items.next()) yield next.value;
}

export const damagedError = (name: string, why: string) =>
  new StartupError(
    `This backup is damaged or was tampered with: ${name}: ${why}. Nothing was restored. Use another copy of it, or an earlier backup.`,
  );
