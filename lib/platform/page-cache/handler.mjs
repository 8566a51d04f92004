// Next's own cache of pages in memory, with two more promises: what one instance expires is expired
// in all of them, and a page whose making began before a write is never kept as if it came after.
// next.config.ts names this file; it is loaded by the server beside the build.
import base from "next/dist/server/lib/incremental-cache/file-system-cache.js";
import { ExpiryChannel } from "./expiry-channel.mjs";

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

function listen(handler) {
  const connectionString = process.env.DIRECT_DATABASE_URL || process.env.DATABASE_URL;
  // Pages made by the build are no instance's.
  if (!connectionString || process.env.NEXT_PHASE === "phase-production-build") return null;
  if (channel) return channel;
  deafUntil = Date.now() + deafTime;
  channel = new ExpiryChannel({
    connectionString,
    onExpired: (tags) => void handler.expire(tags),
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
  }

  async get(key, context) {
    const found = await super.get(key, context);
    const isMissed =
      found !== null &&
      (found.lastModified <= missedUntil || Date.now() < deafUntil) &&
      tagsOf(found, context).some((tag) => !tag.startsWith(ofNext));
    const entry = isMissed ? null : found;
    if (!entry || isDue(entry)) begin(key);
    return entry;
  }

  async set(key, data, context) {
    const began = underWay.get(key);
    underWay.delete(key);
    await super.set(key, data, context);
    const kept = MemoryCache.memoryCache?.get(key);
    if (kept && began !== undefined) kept.lastModified = Math.min(kept.lastModified, began);
  }

  /** Expires entries of this instance. */
  expire(tags) {
    return super.revalidateTag(tags, { expire: 0 });
  }

  async revalidateTag(tags, durations) {
    await super.revalidateTag(tags, durations);
    await listen(this)?.publish([tags].flat());
  }
}
