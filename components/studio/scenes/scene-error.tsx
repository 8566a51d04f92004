"use client";
import { RefreshCw } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useInlineQuestion } from "@/components/ui/inline-question";
import { Notice } from "@/components/ui/notice";
import { sceneFailureText } from "@/lib/jobs/scene-outcome";
import { handLetteredPanels } from "@/lib/scenes/regeneration";
import { panelNames } from "@/lib/scenes/scene-name";
import type { Scene } from "@/lib/scenes/schema";
import { KeepBubblesDialog } from "./keep-bubbles-dialog";
import { FailureText, type getSharedFailure } from "./panel-failure";
import { useRegenerateScene } from "./use-scene-mutations";

interface SceneErrorProps {
  scene: Scene;
  /** A failure that several panels share. */
  sharedFailure: ReturnType<typeof getSharedFailure>;
}

/** Error of a scene's generation or regeneration, with Retry. */
export function SceneError({ scene, sharedFailure }: SceneErrorProps) {
  const retry = useRegenerateScene(scene);
  const { isAsking, setIsAsking, button } = useInlineQuestion();
  const text = getSceneErrorText(scene);
  if (!text && !sharedFailure) return null;
  const lettered = handLetteredPanels(scene);
  if (isAsking && lettered.length > 0) {
    return (
      <KeepBubblesDialog
        panels={lettered}
        onAnswer={(existingBubbles) => {
          setIsAsking(false);
          retry.mutate(existingBubbles === "keep" ? { keepBubbles: true } : {});
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
            ref={button}
            size="sm"
            loading={retry.isPending}
            onClick={() => (lettered.length > 0 ? setIsAsking(true) : retry.mutate({}))}
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
