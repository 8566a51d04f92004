"use client";
import { useQuery } from "@tanstack/react-query";
import { AnimatePresence, motion } from "motion/react";
import { useEffect, useId, useReducer, useRef, useState } from "react";
import { StoryJobs } from "@/components/jobs/story-jobs";
import { useBeforeUnloadWarning } from "@/components/ui/hooks/use-before-unload-warning";
import { cx } from "@/components/ui/utils/cx";
import { storyOptions } from "@/lib/stories/client";
import type { Story } from "@/lib/stories/schema";
import { DescribeStep } from "./describe-step";
import { FirstSceneStep } from "./first-scene-step";
import { wizardDrafts } from "./onboarding-storage";
import { SkipButton } from "./skip-button";
import { StoryPreview } from "./story-preview";
import { StyleStep } from "./style-step";
import { getCurrentText } from "./text-versions";
import { useExtraction } from "./use-extraction";
import { useFirstScene } from "./use-first-scene";
import { useStepHistory } from "./use-step-history";
import { useStoryTitle } from "./use-story-title";
import { onboardingClasses, wizardClasses } from "./wizard-classes";
import { getArtStyle, initialState, steps, wizardReducer } from "./wizard-state";
import { WorldStep } from "./world-step";

/** Seconds of the fade between steps. */
const fadeDuration = 0.2;

/** From an idea to the first picture in four questions. */
export function OnboardingWizard({ initial }: { initial: Story }) {
  const { data: story = initial } = useQuery(storyOptions(initial._id, initial));
  const [state, dispatch] = useReducer(
    wizardReducer,
    story,
    (begun) => wizardDrafts.get(begun._id) ?? initialState(begun),
  );
  const storyId = story._id;

  const first = useRef(state);
  const [isStored, setIsStored] = useState(true);
  useEffect(() => {
    if (state === first.current) return;
    const now = wizardDrafts.set(storyId, state);
    if (now !== isStored) setIsStored(now);
  }, [state, storyId, isStored]);
  // A reload loses state only if the browser stores nothing.
  useBeforeUnloadWarning(!isStored);

  const { isNaming, giveTitle } = useStoryTitle(storyId);
  // The page may have been reloaded between saving the description and naming the story.
  const resumed = useRef(false);
  useEffect(() => {
    if (resumed.current) return;
    resumed.current = true;
    if (first.current.step > 1) giveTitle(story.description);
  }, [giveTitle, story.description]);

  const extraction = useExtraction(story, state, dispatch);
  const firstScene = useFirstScene(story, state, dispatch);

  const [hasMoved, setHasMoved] = useState(false);
  const go = useStepHistory(storyId, state.step, (step) => {
    dispatch({ type: "went", step });
    setHasMoved(true);
    window.scrollTo({ top: 0 });
  });

  const progressId = useId();
  const isMaking = firstScene.phase !== "idle";
  const props = { story, state, dispatch, go, frame: { progressId, takesFocus: hasMoved } };
  return (
    <div className={onboardingClasses}>
      {/* The workspace reports how the first scene ends. */}
      <StoryJobs storyId={storyId} withoutScenes />
      <div className={wizardClasses}>
        <div className="flex flex-wrap items-center justify-between gap-x-2">
          <div className="flex items-center gap-3">
            <ol aria-hidden="true" className="flex items-center gap-1.5">
              {steps.map((step) => (
                <li
                  key={step}
                  className={cx(
                    "h-3.5 rounded-full border-2 border-ink transition-[background-color,width] duration-200",
                    step === state.step ? "w-7 bg-yellow" : "w-3.5",
                    step < state.step && "bg-ink",
                    step > state.step && "bg-sheet",
                  )}
                />
              ))}
            </ol>
            <p id={progressId} className="text-sm font-bold text-ink-soft">
              Step {state.step} of {steps.length}
            </p>
          </div>
          <SkipButton story={story} state={state} onDescribed={giveTitle} />
        </div>
        <AnimatePresence mode="wait" initial={false}>
          <motion.div
            key={isMaking ? "making" : state.step}
            initial={{ opacity: 0 }}
            animate={{ opacity: 1 }}
            exit={{ opacity: 0 }}
            transition={{ duration: fadeDuration / 2 }}
          >
            {state.step === 1 && <DescribeStep {...props} onDescribed={giveTitle} />}
            {state.step === 2 && <StyleStep {...props} />}
            {state.step === 3 && <WorldStep {...props} extraction={extraction} />}
            {state.step === 4 && <FirstSceneStep {...props} firstScene={firstScene} />}
          </motion.div>
        </AnimatePresence>
      </div>
      <StoryPreview
        story={story}
        description={getCurrentText(state.description)}
        artStyle={state.step === 1 && story.artStyle === "" ? null : getArtStyle(state.style)}
        isNaming={isNaming}
      />
    </div>
  );
}
