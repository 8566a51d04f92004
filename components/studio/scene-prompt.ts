import { scenePrompt } from "@/lib/generation/schema";

/** What is wrong with a scene prompt, in the words of the specification; null where it is in order. */
export const promptProblem = (prompt: string): string | null =>
  scenePrompt.safeParse(prompt).error?.issues[0]?.message ?? null;

const keyOf = (storyId: string) => `inkwright:scene-prompt:${storyId}`;

/** What was typed for the next scene and not sent yet; null where nothing was. */
export function keptPrompt(storyId: string): string | null {
  try {
    return localStorage.getItem(keyOf(storyId));
  } catch {
    return null;
  }
}

export function keepPrompt(storyId: string, text: string): void {
  try {
    localStorage.setItem(keyOf(storyId), text);
  } catch {
    // A full or forbidden store keeps nothing; the box itself still has the text.
  }
}
