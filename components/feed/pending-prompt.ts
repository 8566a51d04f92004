"use client";
import { useCallback, useEffect, useState } from "react";

const key = "inkwright:prompt";

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
