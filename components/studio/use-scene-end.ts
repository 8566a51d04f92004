"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { playSound } from "@/components/ui/sound";
import { toast } from "@/components/ui/toast";
import type { SceneProgress } from "@/lib/generation/schema";
import { suggestionKeys } from "@/lib/generation/text/client";
import { sceneName } from "@/lib/scenes/scene-name";
import { storyKeys } from "@/lib/stories/client";
import type { Entity } from "@/lib/world/schema";
import { getSceneOutcome } from "./scene-outcome";
import { consumeRegeneration } from "./scene-regenerations";

export interface NewEntities {
  /** The last scene that introduced any. */
  sceneId: string;
  characters: Entity[];
  locations: Entity[];
}

/**
 * Handles the end of a watched scene: sound, error, and its new entities, which the author can show
 * on request.
 */
export function useSceneEnd(storyId: string) {
  const queryClient = useQueryClient();
  const [announcement, setAnnouncement] = useState("");
  const [newEntities, setNewEntities] = useState<NewEntities | null>(null);

  const onEnd = useCallback(
    (progress: SceneProgress) => {
      const outcome = getSceneOutcome(progress, consumeRegeneration(progress.scene._id));
      if (!outcome) return;
      void queryClient.invalidateQueries({ queryKey: storyKeys.detail(storyId) });
      const description = sceneName(progress.scene);
      if (outcome.tone === "error") {
        toast.error(outcome.text ?? "", { duration: 6000, description });
        return;
      }
      // Ideas from before this scene are stale.
      void queryClient.invalidateQueries({
        queryKey: suggestionKeys.of(storyId, "continuationSeeds", false),
      });
      if (outcome.tone === "success") playSound("newScene");
      if (outcome.tone === "warning")
        toast.warning(outcome.text ?? "", { duration: 6000, description });
      else if (outcome.text) toast.success(outcome.text, { description });
      else setAnnouncement(`Scene ${progress.scene.sceneNumber} is ready: ${progress.scene.title}`);
      const { newCharacters, newLocations } = progress;
      if (newCharacters.length + newLocations.length === 0) return;
      setNewEntities((before) => ({
        sceneId: progress.scene._id,
        characters: [...(before?.characters ?? []), ...newCharacters],
        locations: [...(before?.locations ?? []), ...newLocations],
      }));
    },
    [queryClient, storyId],
  );

  const dismissNewEntities = useCallback(() => setNewEntities(null), []);
  return { onEnd, announcement, newEntities, dismissNewEntities };
}
