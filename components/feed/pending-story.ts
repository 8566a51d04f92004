"use client";
import { type RefObject, useCallback, useEffect, useState } from "react";
import { tryStorage } from "@/components/ui/utils/try-storage";

const key = "inkwright:prompt";

const pendingStoryKey = "inkwright:start";
/** Milliseconds after which a pending story no longer starts automatically. */
const pendingStoryMaxAge = 30 * 60_000;

/**
 * Stores the story that a visitor wanted to begin; it starts once they have signed in and are home
 * again.
 */
export function storePendingStory(description: string): void {
  tryStorage(() =>
    sessionStorage.setItem(pendingStoryKey, JSON.stringify({ description, at: Date.now() })),
  );
}

/** Reads the pending story without removing it. */
export const readPendingStory = (): string | null =>
  tryStorage(() => {
    const { description, at } = JSON.parse(sessionStorage.getItem(pendingStoryKey) ?? "{}");
    return typeof description === "string" && Date.now() - at < pendingStoryMaxAge
      ? description
      : null;
  });

/** Writing on in the box replaces the pending story. */
export const clearPendingStory = (): void =>
  void tryStorage(() => sessionStorage.removeItem(pendingStoryKey));

/** Takes the pending description once; null if there is none or it is too old. */
export function takePendingStory(): string | null {
  const description = readPendingStory();
  tryStorage(() => sessionStorage.removeItem(pendingStoryKey));
  return description;
}

/**
 * Draft of the home page's prompt box, kept across sign-in and later visits.
 * @param box text typed into it before hydration is newer than the draft
 */
export function usePromptDraft(box: RefObject<HTMLInputElement | null>) {
  const [prompt, setValue] = useState("");
  const setPrompt = useCallback((value: string) => {
    setValue(value);
    tryStorage(() => sessionStorage.setItem(key, value));
  }, []);
  useEffect(() => {
    const typed = box.current?.value;
    if (typed) return setPrompt(typed);
    const stored = tryStorage(() => sessionStorage.getItem(key));
    if (stored) setValue(stored);
  }, [box, setPrompt]);
  /** Clears the draft once a story has begun with this line; a newer line stays. */
  const clear = useCallback((submitted: string) => {
    tryStorage(() => {
      if (sessionStorage.getItem(key)?.trim() === submitted) sessionStorage.removeItem(key);
    });
  }, []);
  return { prompt, setPrompt, clear };
}
