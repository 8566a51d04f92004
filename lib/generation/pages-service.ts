import "server-only";
import { db } from "@/lib/platform/db";
import { revalidateStory } from "@/lib/stories/cache";

/** Lets public pages that show a story be made anew, where it is published. */
export async function expirePagesOf(storyId: string): Promise<void> {
  const story = await db.story.findUnique({
    where: { id: storyId },
    select: { status: true, author: { select: { username: true } } },
  });
  if (story?.status !== "published") return;
  revalidateStory({ id: storyId, status: story.status, username: story.author.username });
}
