"use client";
import { useCallback, useEffect, useRef, useState } from "react";
import { maxPanels, minPanels } from "@/lib/scenes/schema";
import { newStory } from "@/lib/stories/new-story";

const keyOf = (storyId: string) => `inkwright:panels:${storyId}`;

const usual = 3;

const valid = (value: number) =>
  Number.isInteger(value) && value >= minPanels && value <= maxPanels;

/** A story that still has the number it was made with was given none by its author. */
const defaultOf = (defaultPanels: number) =>
  valid(defaultPanels) && defaultPanels !== newStory.defaultPanels ? defaultPanels : usual;

/**
 * Panels of the next scene: what the author chose last for this story, else the story's own number,
 * else three.
 */
export function usePanelCount(story: {
  _id: string;
  defaultPanels: number;
}): [number, (count: number) => void] {
  const { _id: storyId, defaultPanels } = story;
  const [chosen, setChosen] = useState<number | null>(null);
  useEffect(() => {
    const kept = Number(localStorage.getItem(keyOf(storyId)));
    setChosen(valid(kept) ? kept : null);
  }, [storyId]);
  const choose = useCallback(
    (next: number) => {
      setChosen(next);
      localStorage.setItem(keyOf(storyId), String(next));
    },
    [storyId],
  );
  // Set in the story's settings just now: that is a choice too, also where it is the first number.
  const before = useRef(defaultPanels);
  useEffect(() => {
    if (before.current === defaultPanels) return;
    before.current = defaultPanels;
    if (valid(defaultPanels)) choose(defaultPanels);
  }, [choose, defaultPanels]);
  return [chosen ?? defaultOf(defaultPanels), choose];
}
