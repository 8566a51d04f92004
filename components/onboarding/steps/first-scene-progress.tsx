"use client";
import { useEffect, useRef } from "react";
import { PanelView } from "@/components/comic/panel-view";
import { waitingWord } from "@/components/comic/waiting-word";
import { SceneQueueStatus } from "@/components/studio/scenes/scene-generation-progress";
import { Progress } from "@/components/ui/progress";
import { cssAspect } from "@/lib/scenes/aspect";
import type { Scene } from "@/lib/scenes/schema";
import type { Story } from "@/lib/stories/schema";
import type { ScenePhase } from "./scene-phase";

const phaseTexts: Record<ScenePhase, string> = {
  idle: "",
  processing: "Reading your idea...",
  "creating-scene": "Writing the first scene...",
  "generating-images": "Preparing the panels...",
  "waiting-for-panel-images": "Drawing the first picture...",
  complete: "Here it is!",
};

/** Percent of the progress bar while there is no count yet. */
const phasePercent: Record<ScenePhase, number> = {
  idle: 0,
  processing: 6,
  "creating-scene": 18,
  "generating-images": 30,
  "waiting-for-panel-images": 45,
  complete: 100,
};

/** Below the text on a phone. */
const frameClasses = "w-full max-w-112 max-md:order-1";

interface FirstSceneProgressProps {
  story: Story;
  phase: ScenePhase;
  scene: Scene | null;
  prompt: string;
}

/** The first scene during generation: its frame, the streamed script and the progress. */
export function FirstSceneProgress({ story, phase, scene, prompt }: FirstSceneProgressProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, []);
  const panels = scene?.panels ?? [];
  const drawn = panels.filter((panel) => panel.hasImage).length;
  const counted = panels.length > 0 && phase === "waiting-for-panel-images";
  const first = panels[0];
  const value =
    phasePercent[phase] + (counted ? ((100 - phasePercent[phase]) * drawn) / panels.length : 0);
  return (
    <section
      className="grid grid-cols-1 items-center gap-6 wrap-anywhere md:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)] md:gap-10"
      aria-busy="true"
      aria-label="Your first scene"
    >
      {first?.hasImage ? (
        <div className={frameClasses}>
          <PanelView panel={first} aspectRatio={story.aspectRatio} reveal eager />
        </div>
      ) : (
        <div
          className={`panel-frame ${frameClasses}`}
          style={{ aspectRatio: cssAspect[story.aspectRatio] }}
        >
          <div className="panel-waiting">
            <span className={waitingWord}>Generating</span>
            {first?.altText && (
              <p className="max-w-[24ch] text-sm text-ink-soft">{first.altText}</p>
            )}
          </div>
        </div>
      )}
      <div className="flex flex-col gap-5">
        <header className="flex flex-col gap-2">
          <h1 ref={heading} tabIndex={-1} className="display text-3xl">
            {scene?.title || "Your story is being made"}
          </h1>
          <p className="text-lg text-ink-soft">{scene?.description || prompt}</p>
        </header>
        <div className="flex flex-col gap-2">
          <Progress value={value} label="Your first scene" />
          <p role="status" className="font-bold">
            {phaseTexts[phase]}
            {counted && panels.length > 1 && ` ${drawn} of ${panels.length} panels drawn`}
          </p>
          <p className="text-ink-soft">This takes about 30 to 60 seconds.</p>
          {scene && phase !== "complete" && <SceneQueueStatus sceneId={scene._id} />}
        </div>
      </div>
    </section>
  );
}
