import "server-only";
import { expirePages } from "@/lib/platform/cache";
import { db } from "@/lib/platform/db";
import { pageTag } from "./cache-tags";
import { lineageTags } from "./lineage-queries";

/**
 * Expires every cached page that shows a story or has one of the tags. Profile and feed never show a
 * draft, so its changes do not expire them. Call it after a commit.
 */
export async function revalidateStory(
  story: {
    id: string;
    status: string;
    username: string;
    /** Public before or after the write: lists that show it change too. */
    wasPublished?: boolean;
  },
  tags: string[] = [],
): Promise<void> {
  const isListed = story.wasPublished || story.status === "published";
  const lists = isListed ? [pageTag.author(story.username), pageTag.feed] : [];
  await expirePages([pageTag.story(story.id), ...lists, ...tags]);
}

const shown = {
  id: true,
  status: true,
  rating: true,
  author: { select: { username: true } },
} as const;

/** Expires public pages that show a story, where it is or was published. */
export async function expirePagesOf(storyId: string, before?: { status: string }): Promise<void> {
  const story = await db.story.findUnique({ where: { id: storyId }, select: shown });
  const wasPublished = before?.status === "published";
  if (!story || !(wasPublished || story.status === "published")) return;
  // A story that is no longer public, or mature now, leaves its remix tree.
  const isInTree = story.status === "published" && story.rating !== "mature";
  const tags = isInTree ? [] : await lineageTags(storyId);
  await revalidateStory({ ...story, username: story.author.username, wasPublished }, tags);
}

/** Expires the pages of published stories that show a picture, which has further encodings now. */
export async function expirePagesShowing(mediaId: string): Promise<void> {
  const stories = await db.story.findMany({
    where: {
      status: "published",
      OR: [
        { previewMediaId: mediaId },
        { scenes: { some: { panels: { some: { imageMediaId: mediaId } } } } },
      ],
    },
    select: shown,
  });
  await Promise.all(
    stories.map((story) => revalidateStory({ ...story, username: story.author.username })),
  );
}
