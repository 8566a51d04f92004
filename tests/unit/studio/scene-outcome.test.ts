import { expect, it } from "vitest";
import { validateScenePrompt } from "@/components/studio/prompt/scene-prompt";
import type { SceneProgress } from "@/lib/generation/schema";
import { getSceneOutcome, sceneFailureText } from "@/lib/jobs/scene-outcome";

it("the rules of a scene prompt", () => {
  expect(validateScenePrompt("  \n ")).toBe("Scene prompt is required");
  expect(validateScenePrompt(" 123456789 ")).toBe("Prompt should be at least 10 characters");
  expect(validateScenePrompt("1234567890")).toBeNull();
  expect(validateScenePrompt("x".repeat(1000))).toBeNull();
  expect(validateScenePrompt("x".repeat(1001))).toBe("Prompt too long (max 1000 characters)");
});

it("why a scene failed, in the words of the catalogue", () => {
  expect(sceneFailureText(null)).toBe("Scene generation failed during image creation");
  expect(sceneFailureText("insufficient_quota")).toBe("AI service temporarily unavailable...");
  expect(sceneFailureText("AI scene generation failed: it broke")).toBe(
    "AI generation failed. This might be temporary - please try again or contact support if it persists.",
  );
  expect(sceneFailureText("Something of its own")).toBe("Something of its own");
});

const progress = (state: Partial<SceneProgress>) =>
  ({
    isGenerating: false,
    isComplete: true,
    hasError: false,
    hasPartialErrors: false,
    errorMessage: null,
    ...state,
  }) as SceneProgress;

it("the outcome of a scene", () => {
  expect(getSceneOutcome(progress({ isGenerating: true }), false)).toBeNull();
  expect(getSceneOutcome(progress({}), false)).toEqual({ tone: "success", text: null });
  expect(getSceneOutcome(progress({ hasPartialErrors: true }), false)).toEqual({
    tone: "warning",
    text: "Scene completed but some images failed to generate",
  });
  const timedOut = { hasPartialErrors: true, errorMessage: "two images timed out" };
  expect(getSceneOutcome(progress(timedOut), false)?.text).toBe(
    "Scene completed but two images timed out",
  );
  expect(getSceneOutcome(progress({ hasError: true }), false)).toEqual({
    tone: "error",
    text: "Scene generation failed during image creation",
  });
});
