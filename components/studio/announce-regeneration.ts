"use client";
import { type QueryClient, QueryObserver } from "@tanstack/react-query";
import { playSound } from "@/components/ui/sound";
import { toast } from "@/components/ui/toast";
import { generationKeys, sceneProgressOptions } from "@/lib/generation/client";
import type { SceneProgress } from "@/lib/generation/schema";
import type { Scene } from "@/lib/scenes/schema";
import { storyKeys } from "@/lib/stories/client";

const watched = new Map<string, () => void>();

/**
 * Says how a regeneration ended, when it has ended: the dialog that started it is long closed by
 * then. Asks the server every three seconds, whichever part of the page is shown.
 */
export function announceRegeneration(queryClient: QueryClient, scene: Scene): void {
  watched.get(scene._id)?.();
  // What is known of the scene is from before.
  queryClient.removeQueries({ queryKey: generationKeys.scene(scene._id), exact: true });
  const observer = new QueryObserver(queryClient, sceneProgressOptions(scene._id));
  const stop = observer.subscribe(({ data, isError }) => {
    if (!isError && (!data || data.isGenerating)) return;
    end();
    if (!data || isError) return;
    say(data);
    void queryClient.invalidateQueries({ queryKey: storyKeys.detail(scene.storyId) });
  });
  const end = () => {
    stop();
    watched.delete(scene._id);
  };
  watched.set(scene._id, end);
}

function say({ hasError, hasPartialErrors, errorMessage }: SceneProgress): void {
  if (hasError) {
    toast.error(
      errorMessage
        ? `Failed to regenerate scene: ${errorMessage}`
        : "Failed to regenerate scene. Please try again.",
      { duration: 6000 },
    );
  } else if (hasPartialErrors) {
    toast.warning(`Scene completed but ${errorMessage ?? "some images failed to generate"}`, {
      duration: 6000,
    });
  } else {
    playSound("newScene");
    toast.success("Scene regenerated successfully!");
  }
}
