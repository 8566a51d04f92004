"use client";
import { useCallback, useEffect, useState } from "react";
import { maxPanels, minPanels } from "@/lib/scenes/schema";

const keyOf = (storyId: string) => `inkwright:panels:${storyId}`;

const valid = (value: number) =>
  Number.isInteger(value) && value >= minPanels && value <= maxPanels;

/** Panels of the next scene: what the author chose last for this story, or the default of three. */
export function usePanelCount(storyId: string): [number, (count: number) => void] {
  const [count, setCount] = useState(3);
  useEffect(() => {
    const kept = Number(localStorage.getItem(keyOf(storyId)));
    if (valid(kept)) setCount(kept);
  }, [storyId]);
  const choose = useCallback(
    (next: number) => {
      setCount(next);
      localStorage.setItem(keyOf(storyId), String(next));
    },
    [storyId],
  );
  return [count, choose];
}
