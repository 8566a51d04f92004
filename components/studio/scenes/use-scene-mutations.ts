"use client";
import { useQueryClient } from "@tanstack/react-query";
import { followScene } from "@/components/jobs/followed-jobs";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { playSound } from "@/components/ui/sound";
import { toast } from "@/components/ui/toast";
import { type RegenerateSceneOptions, regenerateScene } from "@/lib/generation/client";
import { sceneRegenerationErrorText } from "@/lib/generation/error-texts";
import { changesUnlessStale, saveLatest } from "@/lib/platform/http/save-latest";
import { deleteScene, updateScene } from "@/lib/scenes/client";
import type { SceneLayout } from "@/lib/scenes/panels/page-layout";
import { sceneName } from "@/lib/scenes/scene-name";
import { type Scene, type SceneFormValues, sceneDto } from "@/lib/scenes/schema";
import { removeCachedLists } from "@/lib/stories/feed/client";
import { updateCachedScene, updateCachedStory } from "@/lib/stories/query-cache";
import type { Story } from "@/lib/stories/schema";

/** Saves a scene's text. @throws ApiError */
export function useSaveScene(scene: Scene) {
  const queryClient = useQueryClient();
  return useDedupedMutation({
    mutationFn: (changes: Partial<SceneFormValues>): Promise<Scene> =>
      saveLatest(scene, {
        schema: sceneDto,
        changesFor: changesUnlessStale(scene, changes),
        send: (changes) => updateScene(scene._id, changes),
        keep: (newer) => updateCachedScene(queryClient, newer),
      }),
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
    meta: { handlesError: true },
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

/** Regenerates a scene; StoryJobs reports how it ends. */
export function useRegenerateScene(scene: Scene) {
  const queryClient = useQueryClient();
  return useDedupedMutation({
    mutationFn: (options: RegenerateSceneOptions) => regenerateScene(scene, options),
    meta: { handlesError: true },
    onMutate: () => playSound("swoosh"),
    async onSuccess({ scene: opened }) {
      await updateCachedScene(queryClient, opened);
      followScene(queryClient, opened, { isAnew: true });
    },
    onError: (error) =>
      toast.error(sceneRegenerationErrorText(error), {
        duration: 6000,
        description: sceneName(scene),
      }),
  });
}
