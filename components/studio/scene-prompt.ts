/** The rules for a scene prompt, in the words of the specification; null where it is in order. */
export function promptProblem(prompt: string): string | null {
  const { length } = prompt.trim();
  if (length === 0) return "Scene prompt is required";
  if (length < 10) return "Prompt should be at least 10 characters";
  if (length > 1000) return "Prompt too long (max 1000 characters)";
  return null;
}

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
