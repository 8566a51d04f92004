import "server-only";

/** Tags of cached pages and of their data. */
export const pageTag = {
  story: (storyId: string) => `story:${storyId}`,
  author: (username: string) => `author:${username.toLowerCase()}`,
  /** Every remix tree with this story at its root. */
  lineage: (rootId: string) => `lineage:${rootId}`,
  feed: "feed",
} as const;

/**
 * Tags of all pages that show a story. Profile and feed never show a draft, so they need no expiry.
 */
export const tagsOfStory = (story: { id: string; status: string; username: string }): string[] =>
  story.status === "published"
    ? [pageTag.story(story.id), pageTag.author(story.username), pageTag.feed]
    : [pageTag.story(story.id)];
