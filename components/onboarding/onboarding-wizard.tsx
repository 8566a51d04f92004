"use client";
import { useQuery } from "@tanstack/react-query";
import { AnimatePresence, motion } from "motion/react";
import { useEffect, useId, useRef, useState } from "react";
import { StoryJobs } from "@/components/jobs/story-jobs";
import { cx } from "@/components/ui/utils/cx";
import { storyOptions } from "@/lib/stories/client";
import type { Story } from "@/lib/stories/schema";
import { SkipButton } from "./skip-button";
import { DescribeStep } from "./steps/describe-step";
import { FirstSceneStep } from "./steps/first-scene-step";
import { StyleStep } from "./steps/style-step";
import { getCurrentText } from "./steps/text-versions";
import { useExtraction } from "./steps/use-extraction";
import { useFirstScene } from "./steps/use-first-scene";
import { WorldStep } from "./steps/world-step";
import { StoryPreview } from "./story-preview";
import { useStep } from "./use-step";
import { useStoryTitle } from "./use-story-title";
import { useWizard } from "./use-wizard";
import { onboardingClasses, wizardClasses } from "./wizard-classes";
import { getArtStyle, steps } from "./wizard-state";

/** Seconds of the fade between steps. */
const fadeDuration = 0.2;

/** From an idea to the first picture in four questions. */
export function OnboardingWizard({ initial }: { initial: Story }) {
  const { data: story = initial } = useQuery(storyOptions(initial._id, initial));
  const [state, update] = useWizard(story);
  const storyId = story._id;

  const { isNaming, giveTitle } = useStoryTitle(storyId);
  // The page may have been reloaded between saving the description and naming the story.
  const isResumed = useRef(state.step > 1);
  useEffect(() => {
    if (isResumed.current) giveTitle(story.description);
    isResumed.current = false;
  }, [giveTitle, story.description]);

  const extraction = useExtraction(story, state, update);
  const firstScene = useFirstScene(story, state, update);
  const isMaking = firstScene.phase !== "idle";

  const [hasMoved, setHasMoved] = useState(false);
  const [step, go] = useStep(state.step, (shown) => {
    // The steps are left while the first scene is made.
    if (isMaking) return;
    update(() => ({ step: shown }));
    setHasMoved(true);
    window.scrollTo({ top: 0 });
  });
  const hasFailed = firstScene.failure !== null && state.step === 4;
  useEffect(() => {
    if (hasFailed) window.history.replaceState(null, "", "?step=4");
  }, [hasFailed]);

  const progressId = useId();
  const props = { story, state, update, go, frame: { progressId, takesFocus: hasMoved } };
  return (
    <div className={onboardingClasses}>
      {/* The workspace reports how the first scene ends. */}
      <StoryJobs storyId={storyId} withoutScenes />
      <div className={wizardClasses}>
        <div className="flex flex-wrap items-center justify-between gap-x-2">
          <div className="flex items-center gap-3">
            <ol aria-hidden="true" className="flex items-center gap-1.5">
              {steps.map((one) => (
                <li
                  key={one}
                  className={cx(
                    "h-3.5 rounded-full border-2 border-ink transition-[background-color,width] duration-200",
                    one === step ? "w-7 bg-yellow" : "w-3.5",
                    one < step && "bg-ink",
                    one > step && "bg-sheet",
                  )}
                />
              ))}
            </ol>
            <p id={progressId} className="text-sm font-bold text-ink-soft">
              Step {step} of {steps.length}
            </p>
          </div>
          <SkipButton story={story} state={state} onDescribed={giveTitle} />
        </div>
        <AnimatePresence mode="wait" initial={false}>
          <motion.div
            key={isMaking ? "making" : step}
            initial={{ opacity: 0 }}
            animate={{ opacity: 1 }}
            exit={{ opacity: 0 }}
            transition={{ duration: fadeDuration / 2 }}
          >
            {!isMaking && step === 1 && <DescribeStep {...props} onDescribed={giveTitle} />}
            {!isMaking && step === 2 && <StyleStep {...props} />}
            {!isMaking && step === 3 && <WorldStep {...props} extraction={extraction} />}
            {(step === 4 || isMaking) && <FirstSceneStep {...props} firstScene={firstScene} />}
          </motion.div>
        </AnimatePresence>
      </div>
      <StoryPreview
        story={story}
        description={getCurrentText(state.description)}
        artStyle={step === 1 && story.artStyle === "" ? null : getArtStyle(state.style)}
        isNaming={isNaming}
      />
    </div>
  );
}
