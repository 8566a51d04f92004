// Next's custom cache handler, plain JavaScript that the server loads beside the build.
import { LRUCache } from "lru-cache";
import { listen } from "./channel.mjs";

const entries = new LRUCache({ maxSize: 64 * 1024 * 1024, sizeCalculation: sizeOf });

/** Orders reads and writes without a clock: what was read before a tag expired is old. */
let tick = 0;
let invalidatedAt = 0;
const expired = new Map();

/** What is being made anew: since when, and by how many. What takes longer is not kept. */
const pending = new LRUCache({ max: 10_000, ttl: 20_000 });

function expire(tags) {
  if (expired.size > 100_000) distrustAll();
  tick += 1;
  for (const tag of tags) expired.set(tag, tick);
}

/** Others may have written without a word to us. */
function distrustAll() {
  tick += 1;
  invalidatedAt = tick;
  expired.clear();
}

const warn = (error) => console.warn(`Pages of other instances may be old: ${error.message}`);
const { NEXT_PHASE, DIRECT_DATABASE_URL, DATABASE_URL, SERVERLESS = "" } = process.env;
const address = DIRECT_DATABASE_URL || DATABASE_URL;
// A process that sleeps between requests hears nobody (`lib/platform/serverless.ts`).
const isSingleInstance = NEXT_PHASE === "phase-production-build" || /^(true|1)$/.test(SERVERLESS);
const publish =
  address && !isSingleInstance ? listen(address, { expire, distrustAll, warn }) : null;

export default class PageCache {
  async get(key, { softTags = [] }) {
    const entry = entries.get(key);
    const isOld = !entry || isExpired(entry, softTags);
    // What is due is served once more by Next, which makes it anew meanwhile.
    if (isOld || isDue(entry)) trackRead(key);
    return isOld ? null : entry;
  }

  async set(key, value, context) {
    const read = pending.get(key);
    if (!read) return;
    read.open -= 1;
    if (read.open === 0) pending.delete(key);
    // Next documents this header as where the tags of a page are, and `tags` for those of data.
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

/** Letters and bytes of a page, of a route's answer or of data, and what lies beside them. */
function sizeOf({ value }) {
  const segments = [...(value?.segmentData?.values() ?? [])];
  const parts = [value?.html, value?.rscData, value?.body, value?.data?.body, ...segments];
  return parts.reduce((sum, part) => sum + (part?.length ?? 0), 2_000);
}
