import { scenePrompt } from "@/lib/generation/schema";
import { createDrafts } from "@/lib/platform/draft-storage";
import { findProblem, z } from "@/lib/platform/zod";

/** Validates a scene prompt: a message of the specification or null. */
export const validateScenePrompt = (prompt: string): string | null =>
  findProblem(scenePrompt, prompt);

/** The prompt of a story's next scene; null until the author has typed. */
export const scenePromptDrafts = createDrafts<string | null>({
  kind: "scene-prompt",
  schema: z.string().max(100_000).nullable(),
  emptyValue: null,
});
