"use client";
import { memo, useRef } from "react";
import { useNearViewport } from "@/components/ui/hooks/use-near-viewport";
import { RefreshIdeas, SuggestionList, useSuggestions } from "./suggestions";

interface StoryIdeasProps {
  storyId: string;
  isNew: boolean;
  /** A request is pending: one idea at a time. */
  disabled: boolean;
  onChoose: (text: string) => void;
}

/** Ideas below the scenes: how the story could continue, or begin. */
export const StoryIdeas = memo(function StoryIdeas({
  storyId,
  isNew,
  disabled,
  onChoose,
}: StoryIdeasProps) {
  const { ref, isNear } = useNearViewport<HTMLElement>(isNew);
  // Fetched when first near the viewport: each list is a provider call.
  const hasBeenNear = useRef(false);
  hasBeenNear.current ||= isNear;
  const ideas = useSuggestions({ storyId, type: "continuationSeeds", isNew }, hasBeenNear.current);
  return (
    <section
      ref={ref}
      className="story-ideas mt-2 flex flex-col gap-4"
      aria-labelledby="story-ideas-title"
    >
      <header className="flex items-center justify-between gap-3">
        <div>
          <h2 id="story-ideas-title" className="display text-2xl">
            {isNew ? "Story Opening Ideas" : "Story Seeds"}
          </h2>
          <p className="text-ink-soft">
            {isNew ? "Choose how your tale begins" : "Choose your next chapter"}
          </p>
        </div>
        <RefreshIdeas ideas={ideas} />
      </header>
      <SuggestionList ideas={ideas} disabled={disabled} onChoose={onChoose} />
    </section>
  );
});
