"use client";
import { type RefObject, useCallback, useEffect, useState } from "react";
import { createDrafts } from "@/lib/platform/draft-storage";

const parseText = (value: unknown) => (typeof value === "string" ? value : "");

/** The text in the home page's prompt box. */
const prompts = createDrafts({
  kind: "home-prompt",
  scope: "tab",
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
  scope: "tab",
  schema: {
    parse: (value) => {
      const { description, at } = value as PendingStory;
      return typeof description === "string" && typeof at === "number" ? { description, at } : null;
    },
  },
  emptyValue: null,
});

/** Stores the story that a visitor wants to begin. It starts when they are home again, signed in. */
export const storePendingStory = (description: string): void =>
  void pendingStories.set(key, { description, at: Date.now() });

/** Reads the pending story without removing it. */
export function readPendingStory(): string | null {
  const pending = pendingStories.get(key);
  return pending && Date.now() - pending.at < pendingStoryMaxAge ? pending.description : null;
}

/** Drops the pending story, for example when the visitor types another one. */
export const clearPendingStory = (): void => void pendingStories.set(key, null);

/** Takes the pending description once; null if there is none or it is too old. */
export function takePendingStory(): string | null {
  const description = readPendingStory();
  clearPendingStory();
  return description;
}

/**
 * The draft of the home page's prompt box, which lasts across sign-in.
 * @param box text typed into it before hydration replaces the draft
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
  /** Clears the draft once its story has begun; a newer line stays. */
  const clear = useCallback((submitted: string) => {
    if (prompts.get(key).trim() === submitted) prompts.set(key, "");
  }, []);
  return { prompt, setPrompt, clear };
}
