import "server-only";

/** Tags of cached pages and of their data. */
export const pageTag = {
  story: (storyId: string) => `story:${storyId}`,
  author: (username: string) => `author:${username.toLowerCase()}`,
  /** Every remix tree with this story at its root. */
  lineage: (rootId: string) => `lineage:${rootId}`,
  feed: "feed",
} as const;
