"use client";
import { useCallback, useEffect, useRef, useSyncExternalStore } from "react";
import { createListeners } from "@/components/ui/utils/listeners";
import { tryStorage } from "@/components/ui/utils/try-storage";
import { maxPanels, minPanels } from "@/lib/scenes/schema";
import { storyDefaults } from "@/lib/stories/story-defaults";

const storageKeyOf = (storyId: string) => `inkwright:panels:${storyId}`;

const fallbackCount = 3;

const isValidCount = (value: number) =>
  Number.isInteger(value) && value >= minPanels && value <= maxPanels;

/** A story with the default number counts as unset. */
const defaultOf = (defaultPanels: number) =>
  isValidCount(defaultPanels) && defaultPanels !== storyDefaults.defaultPanels
    ? defaultPanels
    : fallbackCount;

const { notify, subscribe } = createListeners({ hearsTabs: true });
/** Fallback without storage. */
const memoryCounts = new Map<string, number>();

function readStoredCount(storyId: string): number | null {
  const stored = tryStorage(() => Number(localStorage.getItem(storageKeyOf(storyId))));
  return stored !== null && isValidCount(stored) ? stored : (memoryCounts.get(storyId) ?? null);
}

/**
 * Number of panels of the next scene, shared by prompt bar and settings: the last choice on this
 * device for this story, else the story's own number, else three.
 */
export function usePanelCount(story: {
  _id: string;
  defaultPanels: number;
}): [number, (count: number) => void] {
  const { _id: storyId, defaultPanels } = story;
  const chosen = useSyncExternalStore(
    subscribe,
    () => readStoredCount(storyId),
    () => null,
  );
  const choose = useCallback(
    (next: number) => {
      memoryCounts.set(storyId, next);
      tryStorage(() => localStorage.setItem(storageKeyOf(storyId), String(next)));
      notify();
    },
    [storyId],
  );
  // Changing the story's setting is a choice too, even back to the first number.
  const before = useRef(defaultPanels);
  useEffect(() => {
    if (before.current === defaultPanels) return;
    before.current = defaultPanels;
    if (isValidCount(defaultPanels)) choose(defaultPanels);
  }, [choose, defaultPanels]);
  return [chosen ?? defaultOf(defaultPanels), choose];
}
