"use client";
import { Play } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { CostHint, costOfPanels } from "@/components/spending/story-costs";
import { castDrafts } from "@/components/studio/prompt/cast-draft";
import { CastPicker } from "@/components/studio/prompt/cast-picker";
import {
  RefreshIdeas,
  SuggestionList,
  useSuggestions,
} from "@/components/studio/prompt/suggestions";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { isComposing } from "@/components/ui/utils/ime";
import { getPromptVersions } from "../wizard-state";
import { AnswerField } from "./answer-field";
import { descriptionTone, validateFirstPrompt } from "./description-rules";
import { Disclosure } from "./disclosure";
import { FirstSceneProgress } from "./first-scene-progress";
import { StepFrame } from "./step-frame";
import type { StepProps } from "./step-props";
import { appendVersion, getCurrentText } from "./text-versions";
import type { FirstScene } from "./use-first-scene";

/** Step 4: the prompt of the first scene. Progress replaces the form during generation. */
export function FirstSceneStep({
  story,
  state,
  update,
  go,
  frame,
  firstScene,
}: StepProps & { firstScene: FirstScene }) {
  const [problem, setProblem] = useState<string | null>(null);
  const [wantsIdeas, setWantsIdeas] = useState(false);
  const [cast, setCast] = useState(() => castDrafts.get(story._id));
  const area = useRef<HTMLTextAreaElement>(null);
  const ideas = useSuggestions(
    { storyId: story._id, type: "continuationSeeds", isNew: true },
    wantsIdeas,
  );
  const versions = getPromptVersions(state);
  const { phase, failure, scene, create } = firstScene;

  if (phase !== "idle") {
    return (
      <FirstSceneProgress
        story={story}
        phase={phase}
        scene={scene}
        prompt={state.run?.prompt ?? ""}
      />
    );
  }

  const start = (text: string) => {
    const found = validateFirstPrompt(text);
    setProblem(found);
    if (found) area.current?.focus();
    else create(text.trim());
  };
  const submit = () => start(getCurrentText(versions));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || isComposing(event)) return;
    event.preventDefault();
    submit();
  };

  return (
    <StepFrame
      {...frame}
      title="Begin Your Adventure"
      lead="Describe the first picture. Your first scene is ready in about 30 to 60 seconds."
      onBack={() => go(3)}
      onNext={submit}
      next={
        <Button type="submit" variant="primary" size="lg">
          <Play aria-hidden="true" fill="currentColor" /> Create Your Story
        </Button>
      }
    >
      {failure && (
        <Notice tone="error" title={failure.text}>
          {failure.details && <p>{failure.details}</p>}
          <p>
            {failure.mayTryAgain
              ? "Your text is still here. Change it, or try again."
              : "Your text is still here."}
          </p>
        </Notice>
      )}
      <AnswerField
        label="How does your story begin?"
        placeholder="Night. Rain against the lantern room. Something small and scaly knocks at the glass..."
        versions={versions}
        tone={descriptionTone(getCurrentText(versions))}
        error={problem}
        hint={
          state.prompt === null ? "Taken from your description. Edit it as you like." : undefined
        }
        onChange={(prompt) => {
          setProblem(null);
          update(() => ({ prompt }));
        }}
        onKeyDown={onKeyDown}
        area={area}
      />
      <CastPicker
        story={story}
        cast={cast}
        onChange={(chosen) => {
          setCast(chosen);
          castDrafts.set(story._id, chosen);
        }}
      />
      <CostHint storyId={story._id} of={costOfPanels(story.defaultPanels || 1)} what="to begin." />
      <Disclosure
        label="Story Opening Ideas"
        open={wantsIdeas}
        onOpenChange={setWantsIdeas}
        action={<RefreshIdeas ideas={ideas} label="New opening ideas" />}
      >
        <p className="mb-3 text-ink-soft">
          Choose how your tale begins, and it is drawn right away.
        </p>
        <SuggestionList
          ideas={ideas}
          onChoose={(idea) => {
            update((now) => ({ prompt: appendVersion(getPromptVersions(now), idea) }));
            start(idea);
          }}
        />
      </Disclosure>
    </StepFrame>
  );
}
