import "server-only";

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
