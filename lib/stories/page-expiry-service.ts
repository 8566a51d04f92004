import "server-only";
import { db } from "@/lib/platform/db";
import { revalidateStory } from "./page-cache";

const shown = { id: true, status: true, author: { select: { username: true } } } as const;
const expire = ({
  id,
  status,
  author,
}: {
  id: string;
  status: string;
  author: { username: string };
}) => revalidateStory({ id, status, username: author.username });

/** Expires public pages that show a story, where it is or was published. */
export async function expirePagesOf(storyId: string, before?: { status: string }): Promise<void> {
  const story = await db.story.findUnique({ where: { id: storyId }, select: shown });
  const isShown = story?.status === "published" || before?.status === "published";
  if (story && isShown) await expire({ ...story, status: "published" });
}

/**
 * The same for every published story that shows a picture: the picture has further encodings now.
 */
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
  await Promise.all(stories.map(expire));
}
