"use client";
import { useCallback, useEffect, useRef, useSyncExternalStore } from "react";
import { ifKept } from "@/components/ui/if-kept";
import { createListeners } from "@/components/ui/listeners";
import { maxPanels, minPanels } from "@/lib/scenes/schema";
import { newStory } from "@/lib/stories/new-story";

const keyOf = (storyId: string) => `inkwright:panels:${storyId}`;

const usual = 3;

const valid = (value: number) =>
  Number.isInteger(value) && value >= minPanels && value <= maxPanels;

/** A story that still has the number it was made with was given none by its author. */
const defaultOf = (defaultPanels: number) =>
  valid(defaultPanels) && defaultPanels !== newStory.defaultPanels ? defaultPanels : usual;

const { tell, subscribe } = createListeners({ hearsTabs: true });
/** What was chosen where this device keeps nothing. */
const unkept = new Map<string, number>();

function chosenFor(storyId: string): number | null {
  const kept = ifKept(() => Number(localStorage.getItem(keyOf(storyId))));
  return kept !== null && valid(kept) ? kept : (unkept.get(storyId) ?? null);
}

/**
 * Panels of the next scene, beside the prompt and in the settings alike: what the author chose last
 * for this story on this device, else the story's own number, else three.
 */
export function usePanelCount(story: {
  _id: string;
  defaultPanels: number;
}): [number, (count: number) => void] {
  const { _id: storyId, defaultPanels } = story;
  const chosen = useSyncExternalStore(
    subscribe,
    () => chosenFor(storyId),
    () => null,
  );
  const choose = useCallback(
    (next: number) => {
      unkept.set(storyId, next);
      ifKept(() => localStorage.setItem(keyOf(storyId), String(next)));
      tell();
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
