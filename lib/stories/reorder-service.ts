/** The order of a story's scenes. */
import "server-only";
import { revalidateStory } from "@/lib/pages/expiry-service";
import { lineageTags } from "@/lib/pages/lineage-queries";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db, retryOnLockConflict } from "@/lib/platform/db";
import { refreshPreview } from "@/lib/scenes/preview-service";
import { isPermutation, renumberScenes, sceneIdsOf } from "@/lib/scenes/scene-numbering-service";
import type { SceneOrder } from "@/lib/scenes/schema";
import { getStory } from "./queries";
import type { Story } from "./schema";
import { lockStory, staleStoryError } from "./service";

/**
 * Reorders the scenes of a story; a scene that is being made continues at its new position.
 * @throws AppError `not_found`, `forbidden`, `stale_version` with the current story where its
 * scenes have changed since the viewer loaded them
 */
export async function reorderScenes(
  viewer: Viewer,
  storyId: string,
  { sceneIds, version }: SceneOrder,
): Promise<Story> {
  // A job that finishes a picture of the story at this moment may hold locks that this transaction
  // needs.
  const { status, username, isUnlisted } = await retryOnLockConflict(() =>
    db.$transaction(async (tx) => {
      const story = await lockStory(tx, viewer, storyId);
      const before = await sceneIdsOf(tx, storyId);
      if ((version ?? story.version) !== story.version || !isPermutation(before, sceneIds)) {
        throw staleStoryError(await getStory(viewer, storyId));
      }
      await renumberScenes(tx, storyId, sceneIds);
      const isUnlisted = await refreshPreview(tx, storyId);
      await tx.story.update({ where: { id: storyId }, data: { version: { increment: 1 } } });
      return { ...story, isUnlisted };
    }),
  );
  const tags = isUnlisted ? await lineageTags(storyId) : [];
  await revalidateStory({ id: storyId, status, username }, tags);
  return getStory(viewer, storyId);
}
