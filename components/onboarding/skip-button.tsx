"use client";
import { useQueryClient } from "@tanstack/react-query";
import { castDrafts } from "@/components/studio/prompt/cast-draft";
import { scenePromptDrafts } from "@/components/studio/prompt/scene-prompt";
import { Button } from "@/components/ui/button";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import type { Story } from "@/lib/stories/schema";
import { completeOnboarding } from "./onboarding-storage";
import { getCurrentText } from "./steps/text-versions";
import { saveAnswers } from "./unsaved-answers";
import { getArtStyle, initialState, type WizardState } from "./wizard-state";

interface SkipButtonProps {
  story: Story;
  state: WizardState;
  onDescribed: (description: string) => void;
}

/** Leaves the wizard without completing it. The answers so far are saved. */
export function SkipButton({ story, state, onDescribed }: SkipButtonProps) {
  const queryClient = useQueryClient();
  const leave = useDedupedMutation({
    mutationFn: async () => {
      const answers = await saveAnswers(queryClient, story, state);
      if (answers.description) onDescribed(answers.description);
      return answers;
    },
    onSuccess: ({ description = story.description, artStyle }) => {
      const text = getCurrentText(state.description).trim();
      const style = getArtStyle(state.style);
      // Answers that could not be saved, or that the author edited during the save, stay in the
      // wizard's state for the next session.
      const isSaved =
        (text === "" || text === description) &&
        (style === "" || style === (artStyle ?? getArtStyle(initialState(story).style)));
      // Prompt and cast of a requested scene are no draft of the next one; text written since is.
      const drawn = state.run?.isRefused === false ? state.run.prompt : null;
      const prompt = state.prompt ? getCurrentText(state.prompt) : "";
      if (prompt && prompt.trim() !== drawn) scenePromptDrafts.set(story._id, prompt);
      else if (drawn !== null) castDrafts.set(story._id, []);
      completeOnboarding(story._id, { forgets: isSaved });
    },
  });
  return (
    <Button
      variant="ghost"
      size="sm"
      className="px-0 text-ink-soft underline-offset-3 hover:bg-none hover:text-ink hover:underline hover:decoration-2"
      loading={leave.isPending}
      onClick={() => leave.mutate()}
    >
      Skip to the workspace
    </Button>
  );
}
