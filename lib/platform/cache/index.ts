import "server-only";
import { revalidateTag, unstable_cache } from "next/cache";

/** Names under which cached pages and what they were made of can be dropped. */
export const pageTag = {
  story: (storyId: string) => `story:${storyId}`,
  author: (username: string) => `author:${username.toLowerCase()}`,
  /** Every remix tree that has this story at its top. */
  lineage: (rootId: string) => `lineage:${rootId}`,
  feed: "feed",
} as const;

/** Everything that shows a story; a draft is nowhere but where it may have been. */
export const tagsOfStory = (story: { id: string; status: string; username: string }): string[] =>
  story.status === "published"
    ? [pageTag.story(story.id), pageTag.author(story.username), pageTag.feed]
    : [pageTag.story(story.id)];

/** Next's own words where no request of its server is being answered: scripts, tests, workers. */
const outsideNext = (error: unknown) =>
  error instanceof Error &&
  /static generation store missing|incrementalCache missing/.test(error.message);

/** Set by the server's own cache (`handler.mjs`); a host that keeps the pages itself has none. */
const holder = globalThis as { inkwrightExpirePages?: (tags: string[]) => Promise<void> };

/**
 * Drops every cached page with one of the tags. Once it resolves, whoever asks any instance next
 * gets them anew; where one was being rendered before, they wait for that, 20 s at the most. Call it
 * when a write has committed, and answer the write afterwards.
 */
export async function expirePages(tags: Iterable<string>): Promise<void> {
  const all = [...new Set(tags)];
  // Next's own function begins when the route has ended, and the answer does not wait for it.
  if (holder.inkwrightExpirePages) return holder.inkwrightExpirePages(all);
  for (const tag of all) {
    try {
      revalidateTag(tag, { expire: 0 });
    } catch (error) {
      if (outsideNext(error)) return;
      throw error;
    }
  }
}

/**
 * Runs a loader through Next's data cache, so that the page around it can be prerendered and kept.
 * What it returns must survive JSON. Outside Next it simply loads.
 */
export async function cachedForPages<T>(
  key: readonly string[],
  tags: readonly string[],
  load: () => Promise<T>,
  seconds = 3600,
): Promise<T> {
  try {
    return await unstable_cache(load, [...key], { tags: [...tags], revalidate: seconds })();
  } catch (error) {
    if (outsideNext(error)) return load();
    throw error;
  }
}

/** Most tags that Next keeps with a page, less those it adds itself. */
const mostTags = 100;

/**
 * Gives the page that is being made tags of what is on it, for what is known only once it is there.
 * What else the page reads need not be kept: the page is.
 */
export const tagPage = (tags: readonly string[]): Promise<boolean> => {
  const some = [...new Set(tags)].slice(0, mostTags);
  return cachedForPages(["tags", ...some], some, async () => true);
};
