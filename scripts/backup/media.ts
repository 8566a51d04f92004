import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { access, link, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { mediaTypeOf } from "../../lib/platform/storage/media-types.ts";
import type { Storage } from "../../lib/platform/storage/storage.ts";
import { StartupError } from "../../prisma/postgres/startup-error.ts";
import {
  damagedError,
  digestOf,
  linesOf,
  openRegularFile,
  runConcurrently,
  writeNew,
} from "./files.ts";
import { type Manifest, pathsIn } from "./manifest.ts";

type Say = (line: string) => void;

/** Number of concurrent copies: buckets are slow, but each copy may hold a video in memory. */
const concurrency = 4;
const tries = 3;
/** Bytes. The app stores no larger objects, and a larger object would not fit into memory. */
const largest = 256 * 1024 * 1024;
const sumsName = "media.sha256";
const hashIn = (key: string) => key.slice(0, 64);
const every = 1_000;

/** Retries temporary failures of a store. @throws StartupError with the reason */
async function withRetries<T>(store: Storage, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof StartupError) throw error;
      if (attempt < tries) {
        await sleep(500 * attempt);
        continue;
      }
      const { message, details } = error as Error & { details?: { cause?: Error } };
      throw new StartupError(
        `The ${store.name} cannot be used: ${details?.cause?.message || message}. Look at its address, its keys and its room, then run the command again.`,
      );
    }
  }
}

/**
 * Copies the objects of a list of keys into a backup. It reports and skips an object that is
 * missing, or whose bytes do not match the hash in its name.
 * @param earlier a backup whose intact objects are linked instead of copied
 */
export async function saveObjects(
  store: Storage,
  folder: string,
  keys: AsyncGenerator<string>,
  say: Say,
  earlier?: string,
): Promise<Manifest["media"]> {
  const places = pathsIn(folder);
  const list = createWriteStream(places.sums, { flags: "wx", mode: 0o600, flush: true });
  const written = finished(list);
  // Reported below, once all copies have stopped.
  written.catch(() => {});
  const media = { objects: 0, bytes: 0, missing: 0 };
  await runConcurrently(concurrency, keys, async (key) => {
    if (list.errored) throw list.errored;
    const file = places.object(key);
    const linked = earlier ? await linkObject(pathsIn(earlier).object(key), file, key) : null;
    const { state, bytes } =
      linked ?? (await withRetries(store, () => saveObject(store, file, key)));
    if (state !== "saved") {
      media.missing += 1;
      say(`${key} is ${state} in the ${store.name}.`);
      return;
    }
    media.objects += 1;
    media.bytes += bytes;
    list.write(`${hashIn(key)}  media/${key}\n`);
    if (media.objects % every === 0) say(`${media.objects} objects …`);
  });
  list.end();
  await written;
  return { ...media, sha256: (await digestOf(places.sums, sumsName)).sha256 };
}

/** Null if it is missing, damaged, or on another disk. */
async function linkObject(earlier: string, file: string, key: string) {
  const isLinked = await link(earlier, file).then(
    () => true,
    () => false,
  );
  if (!isLinked) return null;
  const sum = await digestOf(file, key).catch(() => null);
  if (sum?.sha256 === hashIn(key)) return { state: "saved", bytes: sum.bytes };
  await rm(file);
  return null;
}

async function saveObject(store: Storage, file: string, key: string) {
  const opened = await store.open(key);
  if (!opened) return { state: "missing", bytes: 0 };
  // The app never stores empty objects.
  if (opened === "unsatisfiable") return { state: "damaged", bytes: 0 };
  const { body } = opened;
  try {
    const source =
      body instanceof Uint8Array
        ? [body]
        : Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
    const { sha256, bytes } = await writeNew(file, source);
    if (sha256 === hashIn(key)) return { state: "saved", bytes };
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
  await rm(file, { force: true });
  return { state: "damaged", bytes: 0 };
}

/** Keys of the objects in a backup. @throws StartupError for an invalid line */
async function* keysIn(folder: string): AsyncGenerator<string> {
  for await (const line of linesOf(pathsIn(folder).sums)) {
    const [, hash, key] = /^([0-9a-f]{64}) {2}media\/(\1\.[a-z0-9]{2,8})$/.exec(line) ?? [];
    if (!hash || !key || !mediaTypeOf(key)) {
      throw damagedError(sumsName, "a line of it names no object of ours");
    }
    yield key;
  }
}

/** @throws StartupError if an object does not match the backup */
export async function checkObjects(folder: string, media: Manifest["media"]): Promise<void> {
  const places = pathsIn(folder);
  if ((await digestOf(places.sums, sumsName)).sha256 !== media.sha256) {
    throw damagedError(sumsName, "its SHA-256 differs");
  }
  let objects = 0;
  let total = 0;
  for await (const key of keysIn(folder)) {
    const name = `media/${key}`;
    const { sha256, bytes } = await digestOf(places.object(key), name);
    if (sha256 !== hashIn(key)) throw damagedError(name, "its SHA-256 differs");
    if (bytes > largest) throw damagedError(name, "it is larger than any object of ours");
    objects += 1;
    total += bytes;
  }
  if (objects !== media.objects || total !== media.bytes) {
    throw damagedError(sumsName, "it does not name as many objects as there were");
  }
}

/** Keys of stored objects that the backup does not contain. */
async function* foreignKeys(store: Storage, folder: string): AsyncGenerator<string> {
  const places = pathsIn(folder);
  for await (const { key } of store.list()) {
    const isKnown = await access(places.object(key)).then(
      () => true,
      () => false,
    );
    if (!isKnown) yield key;
  }
}

/**
 * A sweep would delete objects that are in the store and not in the backup, because no row refers
 * to them after a restore: the operator must confirm that. @throws StartupError
 */
export async function refuseForeignObjects(store: Storage, folder: string): Promise<void> {
  await withRetries(store, async () => {
    await store.check();
    for await (const key of foreignKeys(store, folder)) {
      throw new StartupError(
        `The ${store.name} holds objects that are not in this backup, such as ${key}. Nothing was restored. Restore into an empty store, or add --replace: then they are deleted.`,
      );
    }
  });
}

/**
 * Deletes everything from the store that the backup does not contain: objects, unread uploads, and
 * book files, which are built again on request.
 */
export async function deleteForeignObjects(
  store: Storage,
  folder: string,
  say: Say,
): Promise<void> {
  const keysOf = (listed: AsyncIterable<{ key: string }>) =>
    Array.fromAsync(listed, ({ key }) => key);
  const { files, directUploads } = store;
  await withRetries(store, async () => {
    const keys = await Array.fromAsync(foreignKeys(store, folder));
    await store.delete(keys);
    await files.delete(await keysOf(files.list()));
    if (directUploads) await directUploads.delete(await keysOf(directUploads.list()));
    if (keys.length > 0) say(`Deleted ${keys.length} objects that are not in the backup.`);
  });
}

/** Copies the objects of a backup into the store; intact objects there stay. */
export async function loadObjects(store: Storage, folder: string, say: Say): Promise<void> {
  const places = pathsIn(folder);
  let done = 0;
  await runConcurrently(concurrency, keysIn(folder), async (key) => {
    const bytes = await readObject(places.object(key), key);
    await withRetries(store, () => loadObject(store, key, bytes));
    done += 1;
    if (done % every === 0) say(`${done} objects …`);
  });
}

async function readObject(file: string, key: string): Promise<Uint8Array> {
  const handle = await openRegularFile(file, `media/${key}`);
  try {
    const bytes = await handle.readFile();
    // Verified again while storing: the file may have changed since the first check.
    if (sha256Of(bytes) !== hashIn(key)) throw damagedError(`media/${key}`, "its SHA-256 differs");
    return bytes;
  } finally {
    await handle.close();
  }
}

async function loadObject(store: Storage, key: string, bytes: Uint8Array): Promise<void> {
  const stored = await store.get(key);
  if (stored && sha256Of(stored.bytes) === hashIn(key)) return;
  // The media folder skips a file with the same name and size.
  if (stored) await store.delete([key]);
  await store.put(key, { bytes, mediaType: mediaTypeOf(key) ?? "" });
}

const sha256Of = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
