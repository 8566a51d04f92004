import "server-only";
import { revalidateTag, unstable_cache } from "next/cache";

/** Scripts and tests run the same services without Next, which alone keeps pages. */
const isNext = () => process.env.NEXT_RUNTIME === "nodejs";

/** Drops every cached page and its data with one of the tags. Call it when a write has committed. */
export async function expirePages(tags: Iterable<string>): Promise<void> {
  if (!isNext()) return;
  for (const tag of new Set(tags)) revalidateTag(tag, { expire: 0 });
}

/**
 * Runs a loader through Next's data cache, so that the page around it can be prerendered and kept.
 * What it returns must survive JSON. One within another would not be noticed when it is old. After
 * the seconds, which pages say themselves too, what slipped through is mended.
 */
export const cachedForPages = <T>(
  key: readonly string[],
  tags: readonly string[],
  load: () => Promise<T>,
  seconds = 300,
): Promise<T> =>
  isNext() ? unstable_cache(load, [...key], { tags: [...tags], revalidate: seconds })() : load();

/** Gives the page that is being made tags of what is on it, known only once it is there. */
export const tagPage = (tags: readonly string[]): Promise<boolean> => {
  // Next keeps 128 with a page, and adds some itself.
  const some = [...new Set(tags)].slice(0, 100);
  return cachedForPages(["tags", ...some], some, async () => true);
};

/** Lets the page that is being made be kept for 10 s only: there is nothing to show. */
export const cacheBriefly = (): Promise<boolean> =>
  cachedForPages(["briefly"], [], async () => true, 10);
