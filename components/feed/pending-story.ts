"use client";
import { type RefObject, useCallback, useEffect, useState } from "react";
import { tryStorage } from "@/components/ui/utils/try-storage";

const key = "inkwright:prompt";

const pendingStoryKey = "inkwright:start";
/** Milliseconds after which somebody who signs in has something else in mind. */
const pendingStoryMaxAge = 30 * 60_000;

/** A story that a visitor wanted to begin: it goes on once they are signed in and home again. */
export function storePendingStory(description: string): void {
  tryStorage(() =>
    sessionStorage.setItem(pendingStoryKey, JSON.stringify({ description, at: Date.now() })),
  );
}

/** The same without taking it. */
export const readPendingStory = (): string | null =>
  tryStorage(() => {
    const { description, at } = JSON.parse(sessionStorage.getItem(pendingStoryKey) ?? "{}");
    return typeof description === "string" && Date.now() - at < pendingStoryMaxAge
      ? description
      : null;
  });

/** Whoever writes on in the box wants another story by now, or none. */
export const clearPendingStory = (): void =>
  void tryStorage(() => sessionStorage.removeItem(pendingStoryKey));

/** Its description, once; null where nobody wanted one lately. */
export function takePendingStory(): string | null {
  const description = readPendingStory();
  tryStorage(() => sessionStorage.removeItem(pendingStoryKey));
  return description;
}

/**
 * The line of the home page's prompt box: kept while somebody signs in or comes back later.
 * @param box letters that were typed into it before this script ran are newer than what was kept
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
  /** Once a story has begun with this line; another one is still to be told. */
  const clear = useCallback((submitted: string) => {
    tryStorage(() => {
      if (sessionStorage.getItem(key)?.trim() === submitted) sessionStorage.removeItem(key);
    });
  }, []);
  return { prompt, setPrompt, clear };
}
