import { artStyleBody, type Story, type UpdateStoryInput } from "@/lib/stories/schema";
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
