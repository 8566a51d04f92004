import {
  failedJob,
  sceneErrorText,
  sceneRegenerationErrorText,
} from "@/lib/generation/error-texts";
import { failureMessages } from "@/lib/generation/jobs/failure-texts";
import type { SceneProgress } from "@/lib/generation/schema";

/** Why a scene failed, in the words of the catalogue. */
export const sceneFailureText = (message: string | null): string =>
  message ? sceneErrorText(failedJob(message)) : failureMessages.images;

interface Outcome {
  tone: "success" | "warning" | "error";
  /** What is said in a toast; nothing where the scene is simply there. */
  text: string | null;
}

/**
 * What a scene that was waited for has come to; null while it is being made.
 * @param isAnew it was there before and its author asked for another
 */
export function getSceneOutcome(progress: SceneProgress, isAnew: boolean): Outcome | null {
  if (progress.isGenerating) return null;
  if (progress.hasError) {
    const { errorMessage } = progress;
    const text = isAnew
      ? sceneRegenerationErrorText(errorMessage ? failedJob(errorMessage) : null)
      : sceneFailureText(errorMessage);
    return { tone: "error", text };
  }
  if (progress.hasPartialErrors) {
    const text = progress.errorMessage ?? `Scene completed but ${failureMessages.someImages}`;
    return { tone: "warning", text };
  }
  return { tone: "success", text: isAnew ? "Scene regenerated successfully!" : null };
}
