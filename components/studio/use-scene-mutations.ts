"use client";
import { useQueryClient } from "@tanstack/react-query";
import { followScene } from "@/components/jobs/followed-jobs";
import { isSameValue } from "@/components/ui/forms/merge-values";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { generateScene } from "@/lib/generation/client";
import { deleteScene, sceneFromConflict, updateScene } from "@/lib/scenes/client";
import type { SceneLayout } from "@/lib/scenes/panels/page-layout";
import { regenerationPanelCount } from "@/lib/scenes/regeneration";
import type { Scene, SceneFormValues } from "@/lib/scenes/schema";
import { removeCachedLists } from "@/lib/stories/feed/client";
import { updateCachedScene, updateCachedStory } from "@/lib/stories/query-cache";
import type { Story } from "@/lib/stories/schema";

/**
 * Saves a scene's text if the scene still has the version that was edited. A newer version that left
 * the edited fields alone, such as one with new pictures, is saved onto as well.
 * @throws ApiError
 */
export function useSaveScene(scene: Scene) {
  const queryClient = useQueryClient();
  return useDedupedMutation({
    async mutationFn(changes: Partial<SceneFormValues>): Promise<Scene> {
      try {
        return await updateScene(scene._id, { ...changes, version: scene.version });
      } catch (error) {
        const current = sceneFromConflict(error);
        if (!current) throw error;
        await updateCachedScene(queryClient, current);
        const names = Object.keys(changes) as (keyof SceneFormValues)[];
        if (names.some((name) => !isSameValue(current[name], scene[name]))) throw error;
        return updateScene(scene._id, { ...changes, version: current.version });
      }
    },
    meta: { handlesError: true },
    onSuccess: (saved) => updateCachedScene(queryClient, saved),
  });
}

/** Chooses the page layout; the last choice wins. */
export function useChooseLayout(scene: Scene) {
  const queryClient = useQueryClient();
  return useDedupedMutation({
    mutationFn: (layout: SceneLayout | null) => updateScene(scene._id, { layout }),
    scope: { id: `layout:${scene._id}` },
    onSuccess: (saved) => updateCachedScene(queryClient, saved),
  });
}

/** Deletes a scene; those after it move up by one. */
export function useDeleteScene(story: Story, scene: Scene) {
  const queryClient = useQueryClient();
  return useDedupedMutation({
    mutationFn: () => deleteScene(scene._id),
    onSuccess() {
      removeCachedLists(queryClient);
      return updateCachedStory(queryClient, story._id, (shown) => removeScene(shown, scene), {
        // Without its last picture a published story becomes a draft.
        refetch: story.status === "published",
      });
    },
  });
}

export function removeScene(story: Story, deleted: Scene): Story {
  // The story may have been refetched before this answer: then the numbers have moved up already.
  if (!story.scenes.some(({ _id }) => _id === deleted._id)) return story;
  const scenes = story.scenes
    .filter(({ _id }) => _id !== deleted._id)
    .map((scene) =>
      scene.sceneNumber > deleted.sceneNumber
        ? { ...scene, sceneNumber: scene.sceneNumber - 1 }
        : scene,
    );
  return { ...story, scenes, sceneCount: scenes.length };
}

/** Regenerates the scene from a description; the watcher reports its outcome. */
export function useRegenerateScene(story: Story, scene: Scene) {
  const queryClient = useQueryClient();
  return useDedupedMutation({
    mutationFn: ({ prompt, keepBubbles }: { prompt: string; keepBubbles: boolean }) =>
      generateScene(
        {
          storyId: story._id,
          prompt,
          generateImages: true,
          maxPanels: regenerationPanelCount(story, scene),
          regenerateExisting: true,
          existingSceneId: scene._id,
          ...(keepBubbles && { keepBubbles }),
        },
        `${scene._id}-${Date.now()}`,
      ),
    meta: { handlesError: true },
    async onSuccess({ scene: opened }) {
      await updateCachedScene(queryClient, opened);
      followScene(queryClient, opened, { isAnew: true });
    },
  });
}
