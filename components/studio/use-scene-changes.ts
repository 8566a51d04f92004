"use client";
import { useQueryClient } from "@tanstack/react-query";
import { sameValue } from "@/components/ui/kept-values";
import { useWrite } from "@/components/ui/use-write";
import { generateScene } from "@/lib/generation/client";
import { currentScene, deleteScene, updateScene } from "@/lib/scenes/client";
import type { SceneLayout } from "@/lib/scenes/page-layout";
import { panelsOfRegeneration } from "@/lib/scenes/regeneration";
import type { Scene, SceneWords } from "@/lib/scenes/schema";
import { dropLists } from "@/lib/stories/feed-client";
import type { Story } from "@/lib/stories/schema";
import { changeStory, putScene } from "@/lib/stories/story-cache";
import { forgetNotes } from "./panel-notes";
import { noteRegeneration } from "./regenerated-scenes";
import { watchScene } from "./watched-scenes";

/**
 * Saves a scene's words against the version they were changed from. A newer version with the same
 * words, such as one whose pictures went on being drawn, is no reason to ask.
 * @throws ApiError
 */
export function useSaveScene(scene: Scene) {
  const queryClient = useQueryClient();
  return useWrite({
    async mutationFn(changes: Partial<SceneWords>): Promise<Scene> {
      try {
        return await updateScene(scene._id, { ...changes, version: scene.version });
      } catch (error) {
        const current = currentScene(error);
        if (!current) throw error;
        await putScene(queryClient, current);
        const names = Object.keys(changes) as (keyof SceneWords)[];
        if (names.some((name) => !sameValue(current[name], scene[name]))) throw error;
        return updateScene(scene._id, { ...changes, version: current.version });
      }
    },
    meta: { handlesError: true },
    onSuccess: (saved) => putScene(queryClient, saved),
  });
}

/** Chooses how the panels share the page; the last choice holds. */
export function useChooseLayout(scene: Scene) {
  const queryClient = useQueryClient();
  return useWrite({
    mutationFn: (layout: SceneLayout | null) => updateScene(scene._id, { layout }),
    scope: { id: `layout:${scene._id}` },
    onSuccess: (saved) => putScene(queryClient, saved),
  });
}

/** Deletes a scene; those behind it move up by one. */
export function useDeleteScene(story: Story, scene: Scene) {
  const queryClient = useQueryClient();
  return useWrite({
    mutationFn: () => deleteScene(scene._id),
    onSuccess() {
      dropLists(queryClient);
      return changeStory(queryClient, story._id, (shown) => withoutScene(shown, scene), {
        // Without its last picture a published story is a draft now.
        refetch: story.status === "published",
      });
    },
  });
}

export function withoutScene(story: Story, gone: Scene): Story {
  // The story may have come anew before this answer: then the others have moved up already.
  if (!story.scenes.some(({ _id }) => _id === gone._id)) return story;
  const scenes = story.scenes
    .filter(({ _id }) => _id !== gone._id)
    .map((scene) =>
      scene.sceneNumber > gone.sceneNumber
        ? { ...scene, sceneNumber: scene.sceneNumber - 1 }
        : scene,
    );
  return { ...story, scenes, sceneCount: scenes.length };
}

/** Has the scene written and drawn anew from a description; how it ended is said when it has. */
export function useRegenerateScene(story: Story, scene: Scene) {
  const queryClient = useQueryClient();
  return useWrite({
    mutationFn: ({ prompt, keepBubbles }: { prompt: string; keepBubbles: boolean }) =>
      generateScene(
        {
          storyId: story._id,
          prompt,
          generateImages: true,
          maxPanels: panelsOfRegeneration(story, scene),
          regenerateExisting: true,
          existingSceneId: scene._id,
          ...(keepBubbles && { keepBubbles }),
        },
        `${scene._id}-${Date.now()}`,
      ),
    meta: { handlesError: true },
    async onSuccess({ scene: opened }) {
      await putScene(queryClient, opened);
      forgetNotes(opened);
      noteRegeneration(opened._id);
      watchScene(queryClient, opened);
    },
  });
}
