"use client";
import { useQueryClient } from "@tanstack/react-query";
import { keepPrompt } from "@/components/studio/scene-prompt";
import { Button } from "@/components/ui/button";
import { useWrite } from "@/components/ui/use-write";
import { updateStory } from "@/lib/stories/client";
import type { Story, UpdateStoryInput } from "@/lib/stories/schema";
import { keepNewest } from "@/lib/stories/story-cache";
import { descriptionProblem } from "./description-rules";
import { completeOnboarding } from "./memory";
import { shownTake } from "./takes";
import { artStyleOf, initialState, type WizardState } from "./wizard-state";

interface SkipButtonProps {
  story: Story;
  state: WizardState;
  onDescribed: (description: string) => void;
}

/** The quiet way out. What was answered so far comes along. */
export function SkipButton({ story, state, onDescribed }: SkipButtonProps) {
  const queryClient = useQueryClient();
  const leave = useWrite({
    mutationFn: async (changes: UpdateStoryInput) => {
      if (Object.keys(changes).length === 0) return;
      keepNewest(queryClient, await updateStory(story._id, changes));
      if (changes.description) onDescribed(changes.description);
    },
    onSuccess: (_, { description = story.description }) => {
      const text = shownTake(state.description).trim();
      // What could not be saved, or was written meanwhile, waits in the wizard for the next session.
      const isSaved = text === "" || text === description;
      if (state.prompt) keepPrompt(story._id, shownTake(state.prompt));
      completeOnboarding(story._id, { forgets: isSaved });
    },
  });
  return (
    <Button
      variant="ghost"
      size="sm"
      className="wizard-skip"
      loading={leave.isPending}
      onClick={() => leave.mutate(unsaved(story, state))}
    >
      Skip to the drawing table
    </Button>
  );
}

/** What the author answered and has not saved, as far as it can be saved. */
function unsaved(story: Story, state: WizardState): UpdateStoryInput {
  const description = shownTake(state.description).trim();
  const artStyle = artStyleOf(state.style);
  const before = artStyleOf(initialState(story).style);
  return {
    ...(descriptionProblem(description) === null && description !== story.description
      ? { description }
      : {}),
    ...(artStyle !== "" && artStyle !== before ? { artStyle } : {}),
  };
}
