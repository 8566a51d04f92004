import { tryStorage } from "@/components/ui/utils/try-storage";
import { scenePrompt } from "@/lib/generation/schema";

/** Validates a scene prompt: a message of the specification or null. */
export const validateScenePrompt = (prompt: string): string | null =>
  scenePrompt.safeParse(prompt).error?.issues[0]?.message ?? null;

const storageKeyOf = (storyId: string) => `inkwright:scene-prompt:${storyId}`;

/** Loads the prompt draft of the next scene, or null. */
export const loadPromptDraft = (storyId: string): string | null =>
  tryStorage(() => localStorage.getItem(storageKeyOf(storyId)));

/** Without storage the draft is lost on reload; the box itself still has the text. */
export const savePromptDraft = (storyId: string, text: string): void =>
  void tryStorage(() => localStorage.setItem(storageKeyOf(storyId), text));
