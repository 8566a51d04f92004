"use client";
import { useQueryClient } from "@tanstack/react-query";
import { keepPrompt } from "@/components/studio/scene-prompt";
import { Button } from "@/components/ui/button";
import { useWrite } from "@/components/ui/use-write";
import { updateStory } from "@/lib/stories/client";
import type { Story, UpdateStoryInput } from "@/lib/stories/schema";
import { keepNewest } from "@/lib/stories/story-cache";
import { completeOnboarding } from "./memory";
import { shownTake } from "./takes";
import { unsavedAnswers } from "./unsaved-answers";
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
    onSuccess: (_, { description = story.description, artStyle }) => {
      const text = shownTake(state.description).trim();
      const style = artStyleOf(state.style);
      // What could not be saved, or was written meanwhile, waits in the wizard for the next session.
      const isSaved =
        (text === "" || text === description) &&
        (style === "" || style === (artStyle ?? artStyleOf(initialState(story).style)));
      // One that is being drawn is no draft of the next scene; what was written since is.
      const drawn = state.run?.isRefused === false ? state.run.prompt : null;
      const prompt = state.prompt ? shownTake(state.prompt) : "";
      if (prompt && prompt.trim() !== drawn) keepPrompt(story._id, prompt);
      completeOnboarding(story._id, { forgets: isSaved });
    },
  });
  return (
    <Button
      variant="ghost"
      size="sm"
      className="wizard-skip"
      loading={leave.isPending}
      onClick={() => leave.mutate(unsavedAnswers(story, state))}
    >
      Skip to the drawing table
    </Button>
  );
}
