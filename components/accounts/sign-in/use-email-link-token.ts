"use client";
import { useSyncExternalStore } from "react";

function subscribe(onChange: () => void) {
  window.addEventListener("hashchange", onChange);
  return () => window.removeEventListener("hashchange", onChange);
}

/** What stands behind the `#` of a mailed link; null until the page has its script. */
export const useEmailLinkToken = (): string | null =>
  useSyncExternalStore(
    subscribe,
    () => window.location.hash.slice(1),
    () => null,
  );
