"use client";
import { useEffect } from "react";

/** Has the browser ask before the page is closed or reloaded while something is unsaved. */
export function useBeforeUnloadWarning(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [unsaved]);
}
