"use client";
import { useSyncExternalStore } from "react";
import { createListeners } from "@/components/ui/utils/listeners";
import { tryStorage } from "@/components/ui/utils/try-storage";
import type { OnboardingStatus } from "./onboarding-view";
import { type WizardState, wizardStateSchema } from "./wizard-state";

const completedKey = (storyId: string) => `inkwright:onboarded:${storyId}`;
const stateKey = (storyId: string) => `inkwright:onboarding:${storyId}`;

const { notify, subscribe } = createListeners();

/** Completed in this visit, also if the browser stores nothing. */
const completedInSession = new Set<string>();

/** Loads the wizard's state of a story, or null. */
export const loadWizardState = (storyId: string): WizardState | null =>
  tryStorage(() =>
    wizardStateSchema.parse(JSON.parse(localStorage.getItem(stateKey(storyId)) ?? "")),
  );

/** @returns whether the browser stored it */
export function saveWizardState(storyId: string, state: WizardState): boolean {
  const isStored = tryStorage(() => {
    localStorage.setItem(stateKey(storyId), JSON.stringify(state));
    return true;
  });
  notify();
  return isStored ?? false;
}

/**
 * Completes the wizard for the rest of this session.
 * @param options.forgets false to keep state that could not be saved to the server
 */
export function completeOnboarding(storyId: string, { forgets = true } = {}): void {
  completedInSession.add(storyId);
  tryStorage(() => {
    sessionStorage.setItem(completedKey(storyId), "yes");
    if (forgets) localStorage.removeItem(stateKey(storyId));
  });
  notify();
}

function getOnboardingStatus(storyId: string): OnboardingStatus {
  const isCompleted =
    completedInSession.has(storyId) ||
    tryStorage(() => sessionStorage.getItem(completedKey(storyId))) !== null;
  if (isCompleted) return "completed";
  return loadWizardState(storyId)?.run ? "awaiting-scene" : "open";
}

/** This browser's onboarding status of a story; null on the server and during hydration. */
export const useOnboardingStatus = (storyId: string): OnboardingStatus | null =>
  useSyncExternalStore(
    subscribe,
    () => getOnboardingStatus(storyId),
    () => null,
  );
