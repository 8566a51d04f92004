import type { StoryCard } from "../schema";

/**
 * Whether this browser stores a typed draft for a story: the names of its entries end in the
 * story's id.
 */
export function hasLocalDraft(storyId: string): boolean {
  try {
    return Object.keys(localStorage).some(
      (key) => key.endsWith(storyId) && localStorage.getItem(key),
    );
  } catch {
    // A browser without storage has no drafts either.
    return false;
  }
}

/** Whether the author typed anything into a draft, on the server or in this browser. */
export const hasContent = ({ _id, isUntouched }: Pick<StoryCard, "_id" | "isUntouched">): boolean =>
  !isUntouched || hasLocalDraft(_id);
