/** The order of a story's scenes. */
import "server-only";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { againWhereHeld, db } from "@/lib/platform/db";
import { isReordering, numberScenes, sceneIdsOf } from "@/lib/scenes/numbers-service";
import { refreshPreview } from "@/lib/scenes/preview-service";
import type { SceneOrder } from "@/lib/scenes/schema";
import { revalidateStory } from "./cache";
import { getStory } from "./queries";
import type { Story } from "./schema";
import { holdStory, staleStory, storyRefusal } from "./service";

/**
 * Puts the scenes of a story into another order; one that is being made goes on at its new place.
 * @throws AppError `not_found`, `forbidden`, `stale_version` with the current story where its scenes
 *   are no longer those that were looked at
 */
export async function orderScenes(
  viewer: Viewer,
  storyId: string,
  { sceneIds, version }: SceneOrder,
): Promise<Story> {
  // A painter that finishes a picture of the story at this moment may hold what we wait for.
  const held = await againWhereHeld(() =>
    db.$transaction(async (tx) => {
      const story = await holdStory(tx, viewer, storyId);
      if (!story) throw await storyRefusal(storyId);
      const before = await sceneIdsOf(tx, storyId);
      if ((version ?? story.version) !== story.version || !isReordering(before, sceneIds)) {
        throw staleStory(await getStory(viewer, storyId));
      }
      await numberScenes(tx, storyId, sceneIds);
      await refreshPreview(tx, storyId);
      await tx.story.update({ where: { id: storyId }, data: { version: { increment: 1 } } });
      return story;
    }),
  );
  await revalidateStory({ id: storyId, status: held.status, username: held.username });
  return getStory(viewer, storyId);
}
