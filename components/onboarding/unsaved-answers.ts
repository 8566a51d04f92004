import type { QueryClient } from "@tanstack/react-query";
import { updateStory } from "@/lib/stories/client";
import { artStyleBody, type Story, type UpdateStoryInput } from "@/lib/stories/schema";
import { keepNewest } from "@/lib/stories/story-cache";
import { descriptionProblem } from "./description-rules";
import { shownTake } from "./takes";
import { artStyleOf, initialState, type WizardState } from "./wizard-state";

/** What the author answered and has not saved, as far as it can be saved. */
export function unsavedAnswers(story: Story, state: WizardState): UpdateStoryInput {
  const description = shownTake(state.description).trim();
  const artStyle = artStyleOf(state.style);
  const isNewStyle = artStyle !== artStyleOf(initialState(story).style);
  return {
    ...(descriptionProblem(description) === null && description !== story.description
      ? { description }
      : {}),
    ...(isNewStyle && artStyleBody.safeParse({ artStyle }).success ? { artStyle } : {}),
  };
}

/** Before something is made of them: the browser's Forward leads past Continue, which saves. */
export async function saveAnswers(
  queryClient: QueryClient,
  story: Story,
  state: WizardState,
): Promise<void> {
  const answers = unsavedAnswers(story, state);
  if (Object.keys(answers).length === 0) return;
  keepNewest(queryClient, await updateStory(story._id, answers));
}
