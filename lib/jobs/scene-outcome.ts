import {
  failedJob,
  sceneErrorText,
  sceneRegenerationErrorText,
} from "@/lib/generation/error-texts";
import { failureMessages } from "@/lib/generation/jobs/failure-texts";
import type { SceneProgress } from "@/lib/generation/schema";

/** Why a scene failed, in the words of the specification. */
export const sceneFailureText = (message: string | null): string =>
  message ? sceneErrorText(failedJob(message)) : failureMessages.images;

interface Outcome {
  tone: "success" | "warning" | "error";
  /** Text of the toast; null for a plain success. */
  text: string | null;
}

/**
 * The outcome of a watched scene; null while it is in progress.
 * @param isAnew whether it was a regeneration
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
    const why = progress.errorMessage ?? failureMessages.someImages;
    return { tone: "warning", text: `Scene completed but ${why}` };
  }
  return { tone: "success", text: isAnew ? "Scene regenerated successfully!" : null };
}
