"use client";
import { useQueryClient } from "@tanstack/react-query";
import { ArrowRight, Sparkles } from "lucide-react";
import { useRef, useState } from "react";
import {
  RefreshIdeas,
  SuggestionList,
  useSuggestions,
} from "@/components/studio/prompt/suggestions";
import { Button } from "@/components/ui/button";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { toast } from "@/components/ui/toast";
import { improveErrorText } from "@/lib/generation/error-texts";
import { improveText, textMutationMeta } from "@/lib/generation/text/client";
import { messageOf } from "@/lib/platform/http/api-error";
import { updateStory } from "@/lib/stories/client";
import { cacheIfNewer } from "@/lib/stories/query-cache";
import { AnswerField } from "./answer-field";
import {
  descriptionTone,
  focusHint,
  needsFocusHint,
  validateDescription,
  validateTextToImprove,
} from "./description-rules";
import { Disclosure } from "./disclosure";
import { StepFrame } from "./step-frame";
import type { StepProps } from "./step-props";
import { appendVersion, getCurrentText } from "./text-versions";

/** Step 1: the description of the story. */
export function DescribeStep({
  story,
  state,
  update,
  go,
  frame,
  onDescribed,
}: StepProps & { onDescribed: (description: string) => void }) {
  const queryClient = useQueryClient();
  const [problem, setProblem] = useState<string | null>(null);
  const [news, setNews] = useState("");
  const area = useRef<HTMLTextAreaElement>(null);
  const [wantsSeeds, setWantsSeeds] = useState(false);
  const seeds = useSuggestions(
    { storyId: story._id, type: "initialStorySeeds", isNew: true },
    wantsSeeds,
  );
  const text = getCurrentText(state.description);

  /** The AI's text becomes a version beside the author's, who can go back. */
  const give = (given: string) =>
    update(({ description }) => ({ description: appendVersion(description, given) }));
  const improve = useDedupedMutation({
    mutationFn: () => improveText(story._id, text.trim()),
    meta: textMutationMeta,
    onSuccess: (improved) => {
      if (improved.trim() === text.trim()) {
        toast.info("Nothing to improve. Your text is unchanged.");
        return;
      }
      give(improved);
      setNews("Improved. Undo restores your own text.");
    },
    onError: (error) => refuse(improveErrorText(error)),
  });
  const save = useDedupedMutation({
    mutationFn: (description: string) => updateStory(story._id, { description }),
    meta: { handlesError: true },
    onSuccess: (saved) => {
      cacheIfNewer(queryClient, saved);
      onDescribed(saved.description);
    },
    onError: (error) => refuse(messageOf(error)),
  });

  // Busy until the pending request is answered.
  const isBusy = improve.isPending || save.isPending;

  const refuse = (why: string) => {
    setProblem(why);
    area.current?.focus();
  };
  const clear = () => {
    setProblem(null);
    setNews("");
  };
  const askForBetter = () => {
    if (isBusy) return;
    clear();
    const found = validateTextToImprove(text);
    if (found) refuse(found);
    else improve.mutate();
  };
  const proceed = () => {
    if (isBusy) return;
    clear();
    const found = validateDescription(text);
    if (found) refuse(found);
    // Does not continue if the author has left the step.
    else save.mutate(text.trim(), { onSuccess: () => go(2) });
  };

  return (
    <StepFrame
      {...frame}
      title="Launch Your Story"
      lead="One sentence is enough. You can change it later."
      onNext={proceed}
      next={
        <Button type="submit" variant="primary" size="lg" loading={save.isPending}>
          Continue <ArrowRight aria-hidden="true" />
        </Button>
      }
    >
      <AnswerField
        label="What is your story about?"
        placeholder="A lighthouse keeper finds a small dragon in the storm, and must hide it from the harbour master before the fog lifts..."
        versions={state.description}
        tone={descriptionTone(text)}
        error={problem}
        hint={needsFocusHint(text) ? focusHint : undefined}
        readOnly={isBusy}
        onChange={(description) => {
          clear();
          update(() => ({ description }));
        }}
        area={area}
      >
        <Button loading={improve.isPending} onClick={askForBetter}>
          <Sparkles aria-hidden="true" /> AI Improve
        </Button>
      </AnswerField>
      <p role="status" className="text-sm text-ink-soft empty:sr-only">
        {improve.isPending ? "Improving your text..." : news}
      </p>
      <Disclosure
        label="Or start from Story Seeds"
        open={wantsSeeds}
        onOpenChange={setWantsSeeds}
        action={<RefreshIdeas ideas={seeds} label="New story seeds" />}
      >
        <SuggestionList
          ideas={seeds}
          disabled={isBusy}
          onChoose={(seed) => {
            clear();
            give(seed);
            setNews("The story seed is now your description. Edit it as you like.");
          }}
        />
      </Disclosure>
    </StepFrame>
  );
}
