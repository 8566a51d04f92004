// Next's own cache of pages in memory, with two more promises: what one instance expires is expired
// in all of them, and a page whose making began before a write is not kept as if it came after it.
// One gap is known: of what one request keeps twice, the second counts from when it is kept.
// Pages lie there as the bytes that are sent: off the heap, half as large where a letter is not
// Latin, and ready for `front.mjs`.
// next.config.ts names this file; it is loaded by the server beside the build.
import base from "next/dist/server/lib/incremental-cache/file-system-cache.js";
import manifest from "next/dist/server/lib/incremental-cache/tags-manifest.external.js";
import { ExpiryChannel } from "./expiry-channel.mjs";
import { PageFront } from "./front.mjs";
import { lateScripts } from "./late-scripts.mjs";
import { shareText } from "./shared-text.mjs";

const MemoryCache = base.default ?? base;

/** Pages under way are few; this only bounds what never came to an end. */
const mostUnderWay = 10_000;
/** Tags that Next gives each page itself, after its address. */
const ofNext = "_N_T_";

/** When the making of an entry began, ms. */
const underWay = new Map();
/** Entries from before may be old: messages of other instances may have been missed; ms. */
let missedUntil = 0;
/** A server that has just started keeps no page before it hears the others; ms for which it tries. */
const deafTime = 30_000;
let deafUntil = 0;
let channel = null;
let troubled = false;
/** Answers what is in memory before Next is asked. */
const front = new PageFront(findFresh);
let isInFront = false;

function listen(handler) {
  const connectionString = process.env.DIRECT_DATABASE_URL || process.env.DATABASE_URL;
  // Pages made by the build are no instance's.
  if (!connectionString || process.env.NEXT_PHASE === "phase-production-build") return null;
  // A process that sleeps between requests hears nobody (`lib/platform/serverless.ts`).
  if (/^(true|1)$/.test(process.env.SERVERLESS ?? "")) return null;
  if (channel) return channel;
  deafUntil = Date.now() + deafTime;
  channel = new ExpiryChannel({
    connectionString,
    onExpired: (tags) => handler.expire(tags),
    onMissed() {
      missedUntil = Date.now();
      deafUntil = 0;
      troubled = false;
    },
    onError(error) {
      // Once for each outage: the pages in memory are served meanwhile.
      if (troubled) return;
      troubled = true;
      console.warn(
        JSON.stringify({
          level: "warn",
          time: new Date().toISOString(),
          message: "Other instances cannot be told which pages are old; trying again.",
          error: String(error?.message ?? error),
        }),
      );
    },
  });
  channel.start();
  return channel;
}

function stand() {
  if (isInFront || process.env.NEXT_PHASE === "phase-production-build") return;
  isInFront = true;
  front.install();
}

const tagsOf = ({ value }, context) => {
  if (value?.kind === "FETCH") return [...(context.tags ?? []), ...(value.tags ?? [])];
  const header = value?.headers?.["x-next-cache-tags"];
  return typeof header === "string" ? header.split(",") : [];
};

/** Whether it is served once more while a new one is made. */
function isDue({ lastModified, cacheControl, value }) {
  const seconds = cacheControl?.revalidate ?? value?.revalidate;
  return typeof seconds === "number" && Date.now() - lastModified > seconds * 1000;
}

/** Made before messages of other instances may have been missed, or before any could be heard. */
const isMissed = (entry, tags) =>
  (entry.lastModified <= missedUntil || Date.now() < deafUntil) &&
  tags.some((tag) => !tag.startsWith(ofNext));

/**
 * Somebody wrote what it shows. "Stale" is set with "expired", which Next measures with a second
 * clock: where a machine has slept that one is behind, and nothing expires for as long.
 */
function isOld(entry, context) {
  const tags = tagsOf(entry, context);
  const { areTagsExpired, areTagsStale } = manifest;
  return (
    areTagsExpired(tags, entry.lastModified) ||
    areTagsStale(tags, entry.lastModified) ||
    isMissed(entry, tags)
  );
}

/** A page that can be served as it is, by the rules that Next would go through for it. */
function findFresh(key) {
  const entry = MemoryCache.memoryCache?.get(key);
  // How long it holds is known to Next alone.
  return entry?.cacheControl && !isDue(entry) && !isOld(entry, {}) ? entry : null;
}

function begin(key) {
  if (underWay.has(key)) return;
  const [first] = underWay.keys();
  if (underWay.size >= mostUnderWay) underWay.delete(first);
  // Next compares in whole milliseconds, and keeps what is as old as the write.
  underWay.set(key, Date.now() - 1);
}

export default class PageCacheHandler extends MemoryCache {
  constructor(context) {
    super(context);
    listen(this);
    stand();
    // Routes are bundled apart from this file: what they share hangs on the process.
    globalThis.inkwrightExpirePages ??= (tags) => this.revalidateTag(tags, { expire: 0 });
  }

  async get(key, context) {
    const found = await super.get(key, context);
    const entry = found && isOld(found, context) ? null : found;
    if (!entry || isDue(entry)) begin(key);
    if (entry?.value?.kind !== "APP_PAGE") return entry;
    front.note(key, entry);
    const { value } = entry;
    return { ...entry, value: { ...value, html: String(value.html) } };
  }

  async set(key, data, context) {
    const began = underWay.get(key);
    underWay.delete(key);
    const isText = data?.kind === "APP_PAGE" && typeof data.html === "string";
    const page = isText ? { ...data, html: Buffer.from(lateScripts(shareText(data.html))) } : data;
    await super.set(key, page, context);
    const kept = MemoryCache.memoryCache?.get(key);
    if (kept && began !== undefined) kept.lastModified = Math.min(kept.lastModified, began);
  }

  /** Expires entries of this instance alone. */
  expire(tags) {
    return super.revalidateTag(tags, { expire: 0 });
  }

  /** Expires entries of all instances; resolves when all have heard it. */
  async revalidateTag(tags, durations) {
    await super.revalidateTag(tags, durations);
    await listen(this)?.publish([tags].flat());
  }
}
