// Next's custom cache handler. Plain JavaScript, because the server loads it outside the build.
import { LRUCache } from "lru-cache";
import { listen } from "./channel.mjs";

const entries = new LRUCache({ maxSize: 64 * 1024 * 1024, sizeCalculation: sizeOf });

/** A logical clock: an entry read before one of its tags expired is stale. */
let tick = 0;
let invalidatedAt = 0;
const expired = new Map();

/**
 * Entries being rendered: start of the render, and number of renders. A render that takes longer
 * than the ttl (milliseconds) is not cached.
 */
const pending = new LRUCache({ max: 10_000, ttl: 20_000 });

function expire(tags) {
  if (expired.size > 100_000) distrustAll();
  tick += 1;
  for (const tag of tags) expired.set(tag, tick);
}

/** Tags may have expired in other instances without a notification. */
function distrustAll() {
  tick += 1;
  invalidatedAt = tick;
  expired.clear();
}

const warn = (error) =>
  console.warn(`Cached pages may be stale across instances: ${error.message}`);
const { NEXT_PHASE, DIRECT_DATABASE_URL, DATABASE_URL, SERVERLESS = "" } = process.env;
const address = DIRECT_DATABASE_URL || DATABASE_URL;
// A process that sleeps between requests receives no notifications (`lib/platform/serverless.ts`).
const isSingleInstance = NEXT_PHASE === "phase-production-build" || /^(true|1)$/.test(SERVERLESS);
const publish =
  address && !isSingleInstance ? listen(address, { expire, distrustAll, warn }) : null;

export default class PageCache {
  async get(key, { softTags = [] }) {
    const entry = entries.get(key);
    const isOld = !entry || isExpired(entry, softTags);
    // Next serves a due entry once more and renders it again in the background.
    if (isOld || isDue(entry)) trackRead(key);
    return isOld ? null : entry;
  }

  async set(key, value, context) {
    const read = pending.get(key);
    if (!read) return;
    read.open -= 1;
    if (read.open === 0) pending.delete(key);
    // Next documents this header for the tags of pages, and `tags` for those of data.
    const tags = context.tags ?? value?.headers?.["x-next-cache-tags"]?.split(",") ?? [];
    const { at: lastModified, tick } = read;
    entries.set(key, { value, cacheControl: context.cacheControl, tags, lastModified, tick });
  }

  async revalidateTag(tags) {
    expire([tags].flat());
    await publish?.([tags].flat());
  }

  resetRequestCache() {}
}

function trackRead(key) {
  const read = pending.get(key);
  if (read) read.open += 1;
  else pending.set(key, { tick, at: Date.now(), open: 1 });
}

const isExpired = (entry, softTags) =>
  entry.tick < invalidatedAt ||
  [...entry.tags, ...softTags].some((tag) => entry.tick < (expired.get(tag) ?? 0));

function isDue({ lastModified, cacheControl, value }) {
  const seconds = cacheControl?.revalidate ?? value?.revalidate;
  return typeof seconds === "number" && Date.now() - lastModified > seconds * 1_000;
}

/** Approximate bytes of a page, a route's response or data, plus overhead. */
function sizeOf({ value }) {
  const segments = [...(value?.segmentData?.values() ?? [])];
  const parts = [value?.html, value?.rscData, value?.body, value?.data?.body, ...segments];
  return parts.reduce((sum, part) => sum + (part?.length ?? 0), 2_000);
}
