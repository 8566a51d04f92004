"use client";
import { useCallback, useEffect, useState } from "react";

const key = "inkwright:prompt";

const startKey = "inkwright:start";
/** Milliseconds after which somebody who signs in has something else in mind. */
const startLasts = 30 * 60_000;

/** A story that a visitor wanted to begin: it goes on once they are signed in and home again. */
export const rememberStart = (description: string): void =>
  sessionStorage.setItem(startKey, JSON.stringify({ description, at: Date.now() }));

/** The same without taking it. */
export const wantedStart = (): string | null => {
  const kept = sessionStorage.getItem(startKey);
  const { description = null, at = 0 } = kept ? JSON.parse(kept) : {};
  return Date.now() - at < startLasts ? description : null;
};

/** Its description, once; null where nobody wanted one lately. */
export function takeStart(): string | null {
  const description = wantedStart();
  sessionStorage.removeItem(startKey);
  return description;
}

/** The line of the home page's prompt box: kept while somebody signs in or comes back later. */
export function usePendingPrompt() {
  const [prompt, setValue] = useState("");
  useEffect(() => {
    const kept = sessionStorage.getItem(key);
    if (kept) setValue(kept);
  }, []);
  const setPrompt = useCallback((value: string) => {
    setValue(value);
    sessionStorage.setItem(key, value);
  }, []);
  const clear = useCallback(() => sessionStorage.removeItem(key), []);
  return { prompt, setPrompt, clear };
}
