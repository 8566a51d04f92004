import type { Story } from "../schema";

type Lineage = Pick<
  Story,
  "isRemix" | "originalStoryId" | "originalStoryDeleted" | "originalStoryTitle"
>;

/** A remix's line about its origin, in the three forms of the spec; null for an original. */
type RemixOrigin =
  | { kind: "original"; storyId: string; title: string; author: string }
  | { kind: "deleted"; title: string }
  | { kind: "unknown" };

export function remixOriginOf(story: Lineage): RemixOrigin | null {
  if (!story.isRemix) return null;
  if (story.originalStoryId) {
    return {
      kind: "original",
      storyId: story.originalStoryId._id,
      title: story.originalStoryId.title,
      author: story.originalStoryId.author,
    };
  }
  if (story.originalStoryDeleted) {
    return { kind: "deleted", title: story.originalStoryTitle || "deleted story" };
  }
  return { kind: "unknown" };
}
