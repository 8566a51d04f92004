import type { QueryClient } from "@tanstack/react-query";
import { updateStory } from "@/lib/stories/client";
import { cacheIfNewer } from "@/lib/stories/query-cache";
import { artStyleBody, type Story, type UpdateStoryInput } from "@/lib/stories/schema";
import { validateDescription } from "./steps/description-rules";
import { getCurrentText } from "./steps/text-versions";
import { getArtStyle, initialState, type WizardState } from "./wizard-state";

/** The unsaved answers that are valid to save. */
function getUnsavedAnswers(story: Story, state: WizardState): UpdateStoryInput {
  const description = getCurrentText(state.description).trim();
  const artStyle = getArtStyle(state.style);
  const isNewStyle = artStyle !== getArtStyle(initialState(story).style);
  return {
    ...(validateDescription(description) === null && description !== story.description
      ? { description }
      : {}),
    ...(isNewStyle && artStyleBody.safeParse({ artStyle }).success ? { artStyle } : {}),
  };
}

/**
 * Saves answers before they are used, because the browser's Forward button skips the Continue
 * button, which normally saves.
 * @returns the answers that had to be saved
 */
export async function saveAnswers(
  queryClient: QueryClient,
  story: Story,
  state: WizardState,
): Promise<UpdateStoryInput> {
  const answers = getUnsavedAnswers(story, state);
  if (Object.keys(answers).length > 0)
    cacheIfNewer(queryClient, await updateStory(story._id, answers));
  return answers;
}
