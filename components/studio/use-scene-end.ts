"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { playSound } from "@/components/ui/sound";
import { toast } from "@/components/ui/toast";
import type { SceneProgress } from "@/lib/generation/schema";
import { suggestionKeys } from "@/lib/generation/text/client";
import { storyKeys } from "@/lib/stories/client";
import type { Entity } from "@/lib/world/schema";
import { takeRegeneration } from "./regenerated-scenes";
import { outcomeOf } from "./scene-outcome";
import { openInPause } from "./typing-pause";
import { fetchDialogParts } from "./use-studio-dialog";

export interface Newcomers {
  characters: Entity[];
  locations: Entity[];
}

/**
 * What happens when a scene that was waited for has ended: its sound, what went wrong, and the
 * dialog of those it brought into the story, as soon as no other is open and nobody types.
 */
export function useSceneEnd(
  storyId: string,
  dialogIsOpen: boolean,
  onNewcomers: (newcomers: Newcomers) => void,
) {
  const queryClient = useQueryClient();
  const [said, setSaid] = useState("");
  const [waiting, setWaiting] = useState<Newcomers | null>(null);
  const show = useRef(onNewcomers);
  show.current = onNewcomers;

  const onEnd = useCallback(
    (progress: SceneProgress) => {
      const outcome = outcomeOf(progress, takeRegeneration(progress.scene._id));
      if (!outcome) return;
      void queryClient.invalidateQueries({ queryKey: storyKeys.detail(storyId) });
      if (outcome.tone === "error") {
        toast.error(outcome.text ?? "", { duration: 6000 });
        return;
      }
      // What was thought of before this scene is no next chapter any more.
      void queryClient.invalidateQueries({
        queryKey: suggestionKeys.of(storyId, "continuationSeeds", false),
      });
      if (outcome.tone === "success") playSound("newScene");
      if (outcome.tone === "warning") toast.warning(outcome.text ?? "", { duration: 6000 });
      else if (outcome.text) toast.success(outcome.text);
      else setSaid(`Scene ${progress.scene.sceneNumber} is ready: ${progress.scene.title}`);
      const { newCharacters, newLocations } = progress;
      if (newCharacters.length + newLocations.length === 0) return;
      setWaiting((before) => ({
        characters: [...(before?.characters ?? []), ...newCharacters],
        locations: [...(before?.locations ?? []), ...newLocations],
      }));
    },
    [queryClient, storyId],
  );

  useEffect(() => {
    if (!waiting || dialogIsOpen) return;
    return openInPause(fetchDialogParts.newcomers, () => {
      setWaiting(null);
      show.current(waiting);
    });
  }, [waiting, dialogIsOpen]);

  return { onEnd, said };
}
