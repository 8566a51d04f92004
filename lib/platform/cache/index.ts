import "server-only";
import { revalidateTag, unstable_cache } from "next/cache";

/** Scripts and tests run the same services without Next and its cache. */
const isNext = () => process.env.NEXT_RUNTIME === "nodejs";

/**
 * Expires every cached page and its data with one of the tags. Call it after the write has
 * committed.
 */
export async function expirePages(tags: Iterable<string>): Promise<void> {
  if (!isNext()) return;
  for (const tag of new Set(tags)) revalidateTag(tag, { expire: 0 });
}

/**
 * Runs a loader through Next's data cache, so that a page with it can be prerendered and cached.
 * The result must survive JSON. Do not nest: an expired inner entry would not expire the outer one.
 * The result is refreshed after `seconds`, in case an expiry was missed.
 */
export const cachedForPages = <T>(
  key: readonly string[],
  tags: readonly string[],
  load: () => Promise<T>,
  seconds = 300,
): Promise<T> =>
  isNext() ? unstable_cache(load, [...key], { tags: [...tags], revalidate: seconds })() : load();

/** Adds tags to the page being rendered, for content known only during the render. */
export const tagPage = (tags: readonly string[]): Promise<boolean> => {
  // Next keeps 128 tags per page and adds some of its own.
  const some = [...new Set(tags)].slice(0, 100);
  return cachedForPages(["tags", ...some], some, async () => true);
};

/** Limits caching of the page being rendered to 10 s, for a page without content. */
export const cacheBriefly = (): Promise<boolean> =>
  cachedForPages(["briefly"], [], async () => true, 10);
