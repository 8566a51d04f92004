"use client";
import { useSyncExternalStore } from "react";
import { ifKept } from "@/components/ui/if-kept";
import { createListeners } from "@/components/ui/listeners";
import type { OnboardingMemory } from "./visibility";
import { type WizardState, wizardState } from "./wizard-state";

const completedKey = (storyId: string) => `inkwright:onboarded:${storyId}`;
const stateKey = (storyId: string) => `inkwright:onboarding:${storyId}`;

const { tell, subscribe } = createListeners();

/** Completed in this visit, also where the browser keeps nothing. */
const completedHere = new Set<string>();

/** What was typed and started for a story, or null. */
export const readState = (storyId: string): WizardState | null =>
  ifKept(() => wizardState.parse(JSON.parse(localStorage.getItem(stateKey(storyId)) ?? "")));

/** @returns whether the browser keeps it */
export function writeState(storyId: string, state: WizardState): boolean {
  const isKept = ifKept(() => {
    localStorage.setItem(stateKey(storyId), JSON.stringify(state));
    return true;
  });
  tell();
  return isKept ?? false;
}

/**
 * The wizard is done with, for the rest of this session.
 * @param options.forgets false where something of it could not be saved elsewhere
 */
export function completeOnboarding(storyId: string, { forgets = true } = {}): void {
  completedHere.add(storyId);
  ifKept(() => {
    sessionStorage.setItem(completedKey(storyId), "yes");
    if (forgets) localStorage.removeItem(stateKey(storyId));
  });
  tell();
}

function memoryOf(storyId: string): OnboardingMemory {
  const isCompleted =
    completedHere.has(storyId) ||
    ifKept(() => sessionStorage.getItem(completedKey(storyId))) !== null;
  if (isCompleted) return "completed";
  return readState(storyId)?.run ? "awaiting-scene" : "open";
}

/** What this browser knows of a story's onboarding; null on the server and while hydrating. */
export const useOnboardingMemory = (storyId: string): OnboardingMemory | null =>
  useSyncExternalStore(
    subscribe,
    () => memoryOf(storyId),
    () => null,
  );
