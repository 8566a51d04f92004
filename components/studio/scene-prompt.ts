import { tryStorage } from "@/components/ui/utils/try-storage";
import { scenePrompt } from "@/lib/generation/schema";

/** What is wrong with a scene prompt, in the words of the specification; null where it is in order. */
export const validateScenePrompt = (prompt: string): string | null =>
  scenePrompt.safeParse(prompt).error?.issues[0]?.message ?? null;

const storageKeyOf = (storyId: string) => `inkwright:scene-prompt:${storyId}`;

/** What was typed for the next scene and not sent yet; null where nothing was. */
export const loadPromptDraft = (storyId: string): string | null =>
  tryStorage(() => localStorage.getItem(storageKeyOf(storyId)));

/** A full or forbidden store keeps nothing; the box itself still has the text. */
export const savePromptDraft = (storyId: string, text: string): void =>
  void tryStorage(() => localStorage.setItem(storageKeyOf(storyId), text));
