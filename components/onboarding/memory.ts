"use client";
import { useSyncExternalStore } from "react";
import type { OnboardingMemory } from "./visibility";
import { type WizardState, wizardState } from "./wizard-state";

const completedKey = (storyId: string) => `inkwright:onboarded:${storyId}`;
const stateKey = (storyId: string) => `inkwright:onboarding:${storyId}`;

const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

/** Completed in this visit, also where the browser keeps nothing. */
const completedHere = new Set<string>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** What was typed and started for a story, or null. */
export function readState(storyId: string): WizardState | null {
  try {
    const kept = wizardState.safeParse(JSON.parse(localStorage.getItem(stateKey(storyId)) ?? ""));
    return kept.success ? kept.data : null;
  } catch {
    return null;
  }
}

/** @returns whether the browser keeps it */
export function writeState(storyId: string, state: WizardState): boolean {
  try {
    localStorage.setItem(stateKey(storyId), JSON.stringify(state));
    return true;
  } catch {
    return false;
  } finally {
    tell();
  }
}

/**
 * The wizard is done with, for the rest of this session.
 * @param options.forgets false where something of it could not be saved elsewhere
 */
export function completeOnboarding(storyId: string, { forgets = true } = {}): void {
  completedHere.add(storyId);
  try {
    sessionStorage.setItem(completedKey(storyId), "yes");
    if (forgets) localStorage.removeItem(stateKey(storyId));
  } catch {
    // A browser that keeps nothing knows it until the page is left.
  }
  tell();
}

function memoryOf(storyId: string): OnboardingMemory {
  let isCompleted = completedHere.has(storyId);
  try {
    isCompleted ||= sessionStorage.getItem(completedKey(storyId)) !== null;
  } catch {
    // As above.
  }
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
