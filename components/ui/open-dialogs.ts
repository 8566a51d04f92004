"use client";
import { useLayoutEffect, useSyncExternalStore } from "react";

let count = 0;
const listeners = new Set<() => void>();

function change(by: 1 | -1) {
  count += by;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Counts a dialog for as long as it is open. */
export const useOpenDialog = (isOpen: boolean) =>
  useLayoutEffect(() => {
    if (!isOpen) return;
    change(1);
    return () => change(-1);
  }, [isOpen]);

/** Whether a dialog lies over the page: messages stand in its head then (toaster.tsx). */
export const useIsDialogOpen = () =>
  useSyncExternalStore(
    subscribe,
    () => count > 0,
    () => false,
  );
