"use client";
import { useDraft } from "@/components/ui/forms/use-draft";
import { useHydrated } from "@/components/ui/hooks/use-hydrated";
import { createDrafts } from "@/lib/platform/draft-storage";
import { z } from "@/lib/platform/zod";
import type { OnboardingStatus } from "./onboarding-view";
import { wizardDrafts } from "./wizard-state";

/** Whether the wizard of a story was finished or skipped in this session. */
const completions = createDrafts<boolean>({
  kind: "onboarded",
  scope: "tab",
  schema: z.boolean(),
  emptyValue: false,
});

/**
 * Completes the wizard for the rest of this session.
 * @param options.forgets false to keep state that could not be saved to the server
 */
export function completeOnboarding(storyId: string, { forgets = true } = {}): void {
  completions.set(storyId, true);
  if (forgets) wizardDrafts.set(storyId, null);
}

/** This browser's onboarding status of a story; null on the server and during hydration. */
export function useOnboardingStatus(storyId: string): OnboardingStatus | null {
  const isHydrated = useHydrated();
  const [isCompleted] = useDraft(completions, storyId);
  const [state] = useDraft(wizardDrafts, storyId);
  if (!isHydrated) return null;
  if (isCompleted) return "completed";
  return state?.run ? "awaiting-scene" : "open";
}
