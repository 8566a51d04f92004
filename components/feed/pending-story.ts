"use client";
import { type RefObject, useCallback, useEffect, useState } from "react";
import { createDrafts } from "@/lib/platform/draft-storage";

const parseText = (value: unknown) => (typeof value === "string" ? value : "");

/** The home page's prompt box, and the story that a visitor wanted to begin. */
const prompts = createDrafts({
  kind: "home-prompt",
  keptFor: "tab",
  schema: { parse: parseText },
  emptyValue: "",
});
const key = "home";

interface PendingStory {
  description: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** Milliseconds after which a pending story no longer starts automatically. */
const pendingStoryMaxAge = 30 * 60_000;

const pendingStories = createDrafts<PendingStory | null>({
  kind: "pending-story",
  keptFor: "tab",
  schema: {
    parse: (value) => {
      const { description, at } = value as PendingStory;
      return typeof description === "string" && typeof at === "number" ? { description, at } : null;
    },
  },
  emptyValue: null,
});

/**
 * Stores the story that a visitor wanted to begin; it starts once they have signed in and are home
 * again.
 */
export const storePendingStory = (description: string): void =>
  void pendingStories.set(key, { description, at: Date.now() });

/** Reads the pending story without removing it. */
export function readPendingStory(): string | null {
  const pending = pendingStories.get(key);
  return pending && Date.now() - pending.at < pendingStoryMaxAge ? pending.description : null;
}

/** Writing on in the box replaces the pending story. */
export const clearPendingStory = (): void => void pendingStories.set(key, null);

/** Takes the pending description once; null if there is none or it is too old. */
export function takePendingStory(): string | null {
  const description = readPendingStory();
  clearPendingStory();
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
    prompts.set(key, value);
  }, []);
  useEffect(() => {
    const typed = box.current?.value;
    if (typed) return setPrompt(typed);
    setValue(prompts.get(key));
  }, [box, setPrompt]);
  /** Clears the draft once a story has begun with this line; a newer line stays. */
  const clear = useCallback((submitted: string) => {
    if (prompts.get(key).trim() === submitted) prompts.set(key, "");
  }, []);
  return { prompt, setPrompt, clear };
}
