"use client";
import { useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { followScene } from "@/components/jobs/followed-jobs";
import { Button } from "@/components/ui/button";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { Notice } from "@/components/ui/notice";
import { playSound } from "@/components/ui/sound";
import { toast } from "@/components/ui/toast";
import { regenerateScene } from "@/lib/generation/client";
import { sceneRegenerationErrorText } from "@/lib/generation/error-texts";
import { sceneFailureText } from "@/lib/jobs/scene-outcome";
import { handLetteredPanels } from "@/lib/scenes/regeneration";
import { panelNames, sceneName } from "@/lib/scenes/scene-name";
import type { Scene } from "@/lib/scenes/schema";
import { storyKeys } from "@/lib/stories/client";
import { useInlineQuestion } from "../use-inline-question";
import { KeepBubblesDialog } from "./keep-bubbles-dialog";
import { FailureText, type getSharedFailure } from "./panel-failure";

interface SceneErrorProps {
  scene: Scene;
  /** A failure that several panels share. */
  sharedFailure: ReturnType<typeof getSharedFailure>;
}

/** Error of a scene's generation or regeneration, with Retry. */
export function SceneError({ scene, sharedFailure }: SceneErrorProps) {
  const queryClient = useQueryClient();
  const retry = useDedupedMutation({
    mutationFn: (existingBubbles: "keep" | "replace") =>
      regenerateScene(scene, existingBubbles === "keep" ? { keepBubbles: true } : {}),
    meta: { handlesError: true },
    onMutate: () => playSound("swoosh"),
    onSuccess: async ({ scene: opened }) => {
      followScene(queryClient, opened, { isAnew: true });
      await queryClient.invalidateQueries({ queryKey: storyKeys.detail(scene.storyId) });
    },
    onError: (error) =>
      toast.error(sceneRegenerationErrorText(error), {
        duration: 6000,
        description: sceneName(scene),
      }),
  });
  const { isAsking, setIsAsking, button: questionButton } = useInlineQuestion();
  const text = getSceneErrorText(scene);
  if (!text && !sharedFailure) return null;
  const lettered = handLetteredPanels(scene);
  if (isAsking && lettered.length > 0) {
    return (
      <KeepBubblesDialog
        panels={lettered}
        onAnswer={(existingBubbles) => {
          setIsAsking(false);
          retry.mutate(existingBubbles);
        }}
        onCancel={() => setIsAsking(false)}
      />
    );
  }
  return (
    <Notice
      tone="error"
      // In a scene with pictures, each failed panel has its own button to retry.
      action={
        text && (
          <Button
            ref={questionButton}
            size="sm"
            loading={retry.isPending}
            onClick={() => (lettered.length > 0 ? setIsAsking(true) : retry.mutate("replace"))}
          >
            <RefreshCw aria-hidden="true" /> Try again
          </Button>
        )
      }
    >
      {text && <p>{text}</p>}
      {sharedFailure && (
        <>
          {!text && <p>{panelNames(sharedFailure.panels)} could not be drawn:</p>}
          <FailureText {...sharedFailure} />
        </>
      )}
    </Notice>
  );
}

/** Failed panels show their own errors; the scene's error is for the scene as a whole. */
function getSceneErrorText(scene: Scene): string | null {
  if (scene.status === "generating") return null;
  if (scene.status === "failed") return sceneFailureText(scene.errorMessage);
  const isPanels = scene.panels.some(({ status }) => status === "failed");
  return scene.errorMessage && !isPanels ? sceneFailureText(scene.errorMessage) : null;
}
