"use client";
import { type RefObject, useCallback, useEffect, useState } from "react";
import { ifKept } from "@/components/ui/if-kept";

const key = "inkwright:prompt";

const startKey = "inkwright:start";
/** Milliseconds after which somebody who signs in has something else in mind. */
const startLasts = 30 * 60_000;

/** A story that a visitor wanted to begin: it goes on once they are signed in and home again. */
export function rememberStart(description: string): void {
  ifKept(() => sessionStorage.setItem(startKey, JSON.stringify({ description, at: Date.now() })));
}

/** The same without taking it. */
export const wantedStart = (): string | null =>
  ifKept(() => {
    const { description, at } = JSON.parse(sessionStorage.getItem(startKey) ?? "{}");
    return typeof description === "string" && Date.now() - at < startLasts ? description : null;
  });

/** Whoever writes on in the box wants another story by now, or none. */
export const forgetStart = (): void => void ifKept(() => sessionStorage.removeItem(startKey));

/** Its description, once; null where nobody wanted one lately. */
export function takeStart(): string | null {
  const description = wantedStart();
  ifKept(() => sessionStorage.removeItem(startKey));
  return description;
}

/**
 * The line of the home page's prompt box: kept while somebody signs in or comes back later.
 * @param box letters that were typed into it before this script ran are newer than what was kept
 */
export function usePendingPrompt(box: RefObject<HTMLInputElement | null>) {
  const [prompt, setValue] = useState("");
  const setPrompt = useCallback((value: string) => {
    setValue(value);
    ifKept(() => sessionStorage.setItem(key, value));
  }, []);
  useEffect(() => {
    const typed = box.current?.value;
    if (typed) return setPrompt(typed);
    const kept = ifKept(() => sessionStorage.getItem(key));
    if (kept) setValue(kept);
  }, [box, setPrompt]);
  /** Once a story has begun with this line; another one is still to be told. */
  const clear = useCallback((told: string) => {
    ifKept(() => {
      if (sessionStorage.getItem(key)?.trim() === told) sessionStorage.removeItem(key);
    });
  }, []);
  return { prompt, setPrompt, clear };
}
