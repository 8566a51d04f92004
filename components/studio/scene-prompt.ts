import { ifKept } from "@/components/ui/if-kept";
import { scenePrompt } from "@/lib/generation/schema";

/** What is wrong with a scene prompt, in the words of the specification; null where it is in order. */
export const promptProblem = (prompt: string): string | null =>
  scenePrompt.safeParse(prompt).error?.issues[0]?.message ?? null;

const keyOf = (storyId: string) => `inkwright:scene-prompt:${storyId}`;

/** What was typed for the next scene and not sent yet; null where nothing was. */
export const keptPrompt = (storyId: string): string | null =>
  ifKept(() => localStorage.getItem(keyOf(storyId)));

/** A full or forbidden store keeps nothing; the box itself still has the text. */
export const keepPrompt = (storyId: string, text: string): void =>
  void ifKept(() => localStorage.setItem(keyOf(storyId), text));
