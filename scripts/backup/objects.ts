import { createHash } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { mediaTypeOf } from "../../lib/platform/storage/media-types.ts";
import type { Storage } from "../../lib/platform/storage/storage.ts";
import { StartupError } from "../../prisma/postgres/startup-error.ts";
import { damagedError, digestOf, type Manifest, pathsIn } from "./manifest.ts";

type Say = (line: string) => void;

/** Concurrent copies: buckets are slow, but each copy holds an object in memory. */
const concurrency = 4;
const hashIn = (key: string) => key.slice(0, 64);
const sha256Of = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Does the work for all keys, and says how many are done. After an error no key is begun. */
async function forEachKey(keys: string[], say: Say, work: (key: string) => Promise<void>) {
  for (let from = 0; from < keys.length; from += concurrency) {
    if (from > 0 && from % 1_000 === 0) say(`${from} objects …`);
    // All have stopped before the first error is thrown.
    const ends = await Promise.allSettled(keys.slice(from, from + concurrency).map(work));
    for (const end of ends) if (end.status === "rejected") throw end.reason;
  }
}

/** A store may break off a body that it has begun to send. */
const maxAttempts = 3;

/** Tries again, and explains a failure of the store. @throws StartupError with the reason */
async function using<T>(store: Storage, work: () => Promise<T>, attempt = 1): Promise<T> {
  return work().catch((error: Error & { details?: { cause?: Error } }) => {
    if (error instanceof StartupError) throw error;
    if (attempt < maxAttempts) return using(store, work, attempt + 1);
    throw new StartupError(
      `The ${store.name} cannot be used: ${error.details?.cause?.message || error.message}. Look at its address, its keys and its room, then run the command again.`,
    );
  });
}

/**
 * Copies objects into a backup. It reports and skips an object that is missing, or whose bytes do
 * not match the hash in its name.
 * @param earlier a backup whose intact objects are linked instead of copied
 */
export async function saveObjects(
  store: Storage,
  folder: string,
  keys: string[],
  say: Say,
  earlier?: string,
): Promise<Manifest["media"]> {
  const places = pathsIn(folder);
  const lines: string[] = [];
  const media = { objects: 0, bytes: 0, missing: 0 };
  await forEachKey(keys, say, async (key) => {
    const file = places.object(key);
    let bytes = earlier ? await linkObject(pathsIn(earlier).object(key), file, key) : null;
    if (bytes === null) {
      const object = await using(store, () => store.get(key));
      if (!object || sha256Of(object.bytes) !== hashIn(key)) {
        media.missing += 1;
        return say(`${key} is ${object ? "damaged" : "missing"} in the ${store.name}.`);
      }
      bytes = object.bytes.byteLength;
      await writeFile(file, object.bytes, { flag: "wx", mode: 0o600, flush: true });
    }
    media.objects += 1;
    media.bytes += bytes;
    lines.push(`${hashIn(key)}  media/${key}\n`);
  });
  await writeFile(places.sums, lines.sort().join(""), { flag: "wx", mode: 0o600, flush: true });
  return { ...media, sha256: (await digestOf(places.sums)).sha256 };
}

/** The size of the object; null if it is missing, damaged, or on another disk. */
async function linkObject(earlier: string, file: string, key: string): Promise<number | null> {
  try {
    await link(earlier, file);
  } catch {
    return null;
  }
  const sum = await digestOf(file).catch(() => null);
  if (sum?.sha256 === hashIn(key)) return sum.bytes;
  await rm(file);
  return null;
}

/** The keys of a backup's objects. @throws StartupError if an object does not match the backup */
export async function checkObjects(folder: string, media: Manifest["media"]): Promise<string[]> {
  const places = pathsIn(folder);
  const list = path.basename(places.sums);
  if ((await digestOf(places.sums)).sha256 !== media.sha256) {
    throw damagedError(list, "its SHA-256 differs");
  }
  const keys: string[] = [];
  let total = 0;
  for (const line of (await readFile(places.sums, "utf8")).split("\n").filter(Boolean)) {
    const [, hash, key] = /^([0-9a-f]{64}) {2}media\/(\1\.[a-z0-9]{2,8})$/.exec(line) ?? [];
    if (!hash || !key || !mediaTypeOf(key)) {
      throw damagedError(list, "a line of it names no object of ours");
    }
    const { sha256, bytes } = await digestOf(places.object(key));
    if (sha256 !== hash) throw damagedError(`media/${key}`, "its SHA-256 differs");
    keys.push(key);
    total += bytes;
  }
  if (keys.length !== media.objects || total !== media.bytes) {
    throw damagedError(list, "it does not name as many objects as there were");
  }
  return keys;
}

/** Keys of stored objects that the backup does not contain. */
async function foreignKeys(store: Storage, keys: string[]): Promise<string[]> {
  const known = new Set(keys);
  const stored = await using(store, () => Array.fromAsync(store.list(), ({ key }) => key));
  return stored.filter((key) => !known.has(key));
}

/**
 * A sweep would delete objects that are in the store and not in the backup, because no row refers
 * to them after a restore: the operator must confirm that. @throws StartupError
 */
export async function refuseForeignObjects(store: Storage, keys: string[]): Promise<void> {
  await using(store, () => store.check());
  const [first] = await foreignKeys(store, keys);
  if (!first) return;
  throw new StartupError(
    `The ${store.name} holds objects that are not in this backup, such as ${first}. Nothing was restored. Restore into an empty store, or add --replace: then they are deleted.`,
  );
}

/**
 * Deletes everything from the store that the backup does not contain: objects, unread uploads, and
 * book files, which are built again on request.
 */
export async function deleteForeignObjects(
  store: Storage,
  keys: string[],
  say: Say,
): Promise<void> {
  const foreign = await foreignKeys(store, keys);
  const { files, directUploads } = store;
  const listed = (list: AsyncIterable<{ key: string }>) => Array.fromAsync(list, ({ key }) => key);
  await using(store, () => store.delete(foreign));
  await using(store, () => listed(files.list()).then(files.delete));
  if (directUploads)
    await using(store, () => listed(directUploads.list()).then(directUploads.delete));
  if (foreign.length > 0) say(`Deleted ${foreign.length} objects that are not in the backup.`);
}

/** Copies the objects of a verified backup into the store; intact objects there stay. */
export async function loadObjects(
  store: Storage,
  folder: string,
  keys: string[],
  say: Say,
): Promise<void> {
  await forEachKey(keys, say, async (key) => {
    const stored = await using(store, () => store.get(key));
    if (stored && sha256Of(stored.bytes) === hashIn(key)) return;
    // The media folder skips a file with the same name and size.
    if (stored) await using(store, () => store.delete([key]));
    const bytes = await readFile(pathsIn(folder).object(key));
    await using(store, () => store.put(key, { bytes, mediaType: mediaTypeOf(key) ?? "" }));
  });
}
