"use client";
import { useCallback, useSyncExternalStore } from "react";
import type { Drafts } from "@/lib/platform/draft-storage";

/**
 * The draft of one subject as state, which survives a reload and follows changes by other components
 * and tabs. Empty while the page hydrates.
 */
export function useDraft<T>(drafts: Drafts<T>, id: string): [T, (value: T) => void] {
  const value = useSyncExternalStore(
    drafts.subscribe,
    () => drafts.get(id),
    () => drafts.emptyValue,
  );
  const change = useCallback((next: T) => void drafts.set(id, next), [drafts, id]);
  return [value, change];
}
