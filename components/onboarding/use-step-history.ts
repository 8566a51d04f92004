"use client";
import { useEffect, useRef } from "react";
import { z } from "@/lib/platform/zod";
import { type Step, steps } from "./wizard-state";

/**
 * The wizard's part of a history entry. The router keeps it beside its own state:
 * https://nextjs.org/docs/app/getting-started/linking-and-navigating#native-history-api
 */
const historyEntrySchema = z.object({
  wizard: z.object({
    storyId: z.string().max(100),
    step: z.literal(steps),
    /** Number of wizard entries before this one. */
    behind: z.number().max(1e6),
  }),
});

const readHistoryEntry = (state: unknown) =>
  historyEntrySchema.safeParse(state).data?.wizard ?? null;
const stepsBehind = () => readHistoryEntry(window.history.state)?.behind ?? 0;

/**
 * True while `exitStepHistory` goes back to the first entry, which must not show an earlier step.
 */
let isLeaving = false;

/**
 * Makes each step a history entry, so that Back shows the step before.
 * @param show shows a step whose entry exists
 * @returns a function that goes to another step
 */
export function useStepHistory(
  storyId: string,
  step: Step,
  show: (step: Step) => void,
): (step: Step) => void {
  const shown = useRef(step);
  const latest = useRef(show);
  useEffect(() => {
    shown.current = step;
    latest.current = show;
  });

  useEffect(() => {
    const onPopState = ({ state }: PopStateEvent) => {
      const entry = readHistoryEntry(state);
      if (entry?.storyId === storyId && !isLeaving) latest.current(entry.step);
    };
    window.addEventListener("popstate", onPopState);
    return () => window.removeEventListener("popstate", onPopState);
  }, [storyId]);

  return (to) => {
    const from = shown.current;
    // A save that completes after Back does not move the author forward.
    if (to > from + 1) return;
    const behind = stepsBehind();
    if (to < from && behind > 0) {
      window.history.back();
      return;
    }
    const isOn = to > from;
    const entry = { storyId, step: isOn ? from : to, behind };
    window.history.replaceState({ wizard: entry }, "");
    if (isOn) window.history.pushState({ wizard: { storyId, step: to, behind: behind + 1 } }, "");
    latest.current(to);
  };
}

/** Leaves the steps: Back then leads to the page before the wizard. */
export function exitStepHistory(): void {
  const behind = stepsBehind();
  // A second call before the first has gone back would leave the page.
  if (behind === 0 || isLeaving) return;
  isLeaving = true;
  window.addEventListener(
    "popstate",
    () => {
      isLeaving = false;
    },
    { once: true },
  );
  window.history.go(-behind);
}
