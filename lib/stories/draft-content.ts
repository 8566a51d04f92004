import type { StoryCard } from "./schema";

/** Whether this browser keeps something that was typed for a story: its names end in the story's id. */
export function hasLocalDraft(storyId: string): boolean {
  try {
    return Object.keys(localStorage).some(
      (key) => key.endsWith(storyId) && localStorage.getItem(key),
    );
  } catch {
    // A browser that keeps nothing has no words either.
    return false;
  }
}

/** Whether a draft has a word of its author, on the server or in this browser. */
export const hasContent = ({ _id, isUntouched }: Pick<StoryCard, "_id" | "isUntouched">): boolean =>
  !isUntouched || hasLocalDraft(_id);
