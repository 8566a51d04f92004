// Next's own cache of pages in memory, with more promises: what one instance expires is expired in
// all of them; a page whose render began before a write is not kept as if it came after it, and not
// given to anybody who asks after it, unless that render takes longer than anybody should wait.
// Pages lie there as the bytes that are sent: off the heap, half as large where a letter is not
// Latin, and ready for `front.mjs`.
// next.config.ts names this file; it is loaded by the server beside the build.
import base from "next/dist/server/lib/incremental-cache/file-system-cache.js";
import manifest from "next/dist/server/lib/incremental-cache/tags-manifest.external.js";
import { ExpiryChannel } from "./expiry-channel.mjs";
import { PageFront } from "./front.mjs";
import { InFlightRenders } from "./in-flight.mjs";
import { lateScripts } from "./late-scripts.mjs";
import { shareText } from "./shared-text.mjs";

const MemoryCache = base.default ?? base;

/** Tags that Next gives each page itself, after its address. */
const ofNext = "_N_T_";

const renders = new InFlightRenders();
/** Entries from before may be old: messages of other instances may have been missed; ms. */
let missedUntil = 0;
/** A server that has just started keeps no page before it hears the others; ms for which it tries. */
const deafTime = 30_000;
let deafUntil = 0;
let channel = null;
let troubled = false;
/** Answers what is in memory before Next is asked. */
const front = new PageFront(findFresh, renders);
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
      renders.noteWrite();
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

/**
 * Whether it is served once more while a new one is made, by the clock of Next: where the machine
 * has slept that one is behind, and what is due for us alone is made by nobody.
 */
function isDue({ lastModified, cacheControl, value }) {
  const seconds = cacheControl?.revalidate ?? value?.revalidate;
  const now = performance.timeOrigin + performance.now();
  return typeof seconds === "number" && now - lastModified > seconds * 1000;
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

export default class PageCacheHandler extends MemoryCache {
  constructor(context) {
    super(context);
    listen(this);
    stand();
    // Routes are bundled apart from this file: what they share hangs on the process.
    globalThis.inkwrightExpirePages ??= (tags) => this.revalidateTag(tags, { expire: 0 });
  }

  async get(key, context) {
    const isPage = context.kind !== "FETCH";
    front.noteLookup(isPage ? key : undefined);
    const found = await super.get(key, context);
    const entry = found && isOld(found, context) ? null : found;
    if (isPage && !entry) front.noteRender(renders.begin(key));
    // Its age is known from here alone.
    if (!isPage && !entry && !front.isHandling) renders.begin(key, () => false);
    // Rendered beside the answer: those who join get what was found.
    if (isPage && entry && isDue(entry) && !front.isPrefetch) {
      renders.begin(key, () => isOld(entry, context));
    }
    if (entry?.value?.kind !== "APP_PAGE") return entry;
    front.noteEntry(key, entry);
    const { value } = entry;
    return { ...entry, value: { ...value, html: String(value.html) } };
  }

  async set(key, data, context) {
    // A request may make an entry twice, or without a look for it.
    const beganAt = front.firstLookupAt ?? renders.beganAt(key) ?? Infinity;
    const isText = data?.kind === "APP_PAGE" && typeof data.html === "string";
    const page = isText ? { ...data, html: Buffer.from(lateScripts(shareText(data.html))) } : data;
    try {
      await super.set(key, page, context);
      const kept = MemoryCache.memoryCache?.get(key);
      if (kept) kept.lastModified = Math.min(kept.lastModified, beganAt);
    } finally {
      renders.end(key);
    }
  }

  /** Expires entries of this instance alone. */
  expire(tags) {
    renders.noteWrite();
    return super.revalidateTag(tags, { expire: 0 });
  }

  /** Expires entries of all instances; resolves when all have heard it. */
  async revalidateTag(tags, durations) {
    renders.noteWrite();
    await super.revalidateTag(tags, durations);
    await listen(this)?.publish([tags].flat());
  }
}
