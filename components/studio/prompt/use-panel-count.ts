"use client";
import { useEffect, useRef } from "react";
import { useDraft } from "@/components/ui/forms/use-draft";
import { createDrafts } from "@/lib/platform/draft-storage";
import { z } from "@/lib/platform/zod";
import { maxPanels, minPanels } from "@/lib/scenes/schema";
import { storyDefaults } from "@/lib/stories/story-defaults";

const countSchema = z.number().int().min(minPanels).max(maxPanels).nullable();
const panelCounts = createDrafts({ kind: "panels", schema: countSchema, emptyValue: null });

const fallbackCount = 3;

/** A story with the default number counts as unset. */
const defaultOf = (defaultPanels: number) =>
  countSchema.safeParse(defaultPanels).success && defaultPanels !== storyDefaults.defaultPanels
    ? defaultPanels
    : fallbackCount;

/**
 * Number of panels of the next scene, shared by prompt bar and settings: the last choice on this
 * device for this story, else the story's own number, else three.
 */
export function usePanelCount({ _id, defaultPanels }: { _id: string; defaultPanels: number }) {
  const [chosen, choose] = useDraft(panelCounts, _id);
  // Changing the story's setting is a choice too, even back to the first number.
  const before = useRef(defaultPanels);
  useEffect(() => {
    if (before.current === defaultPanels) return;
    before.current = defaultPanels;
    if (countSchema.safeParse(defaultPanels).success) choose(defaultPanels);
  }, [choose, defaultPanels]);
  return [chosen ?? defaultOf(defaultPanels), choose] as const;
}
