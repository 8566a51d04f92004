"use client";
import { useSyncExternalStore } from "react";
import { createListeners } from "@/components/ui/utils/listeners";
import { tryStorage } from "@/components/ui/utils/try-storage";
import type { OnboardingStatus } from "./onboarding-view";
import { type WizardState, wizardStateSchema } from "./wizard-state";

const completedKey = (storyId: string) => `inkwright:onboarded:${storyId}`;
const stateKey = (storyId: string) => `inkwright:onboarding:${storyId}`;

const { notify, subscribe } = createListeners();

/** Completed in this visit, also where the browser keeps nothing. */
const completedInSession = new Set<string>();

/** What was typed and started for a story, or null. */
export const loadWizardState = (storyId: string): WizardState | null =>
  tryStorage(() =>
    wizardStateSchema.parse(JSON.parse(localStorage.getItem(stateKey(storyId)) ?? "")),
  );

/** @returns whether the browser keeps it */
export function saveWizardState(storyId: string, state: WizardState): boolean {
  const isStored = tryStorage(() => {
    localStorage.setItem(stateKey(storyId), JSON.stringify(state));
    return true;
  });
  notify();
  return isStored ?? false;
}

/**
 * The wizard is done with, for the rest of this session.
 * @param options.forgets false where something of it could not be saved elsewhere
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

/** What this browser knows of a story's onboarding; null on the server and while hydrating. */
export const useOnboardingStatus = (storyId: string): OnboardingStatus | null =>
  useSyncExternalStore(
    subscribe,
    () => getOnboardingStatus(storyId),
    () => null,
  );
