"use client";
import { useLayoutEffect, useSyncExternalStore } from "react";
import { createListeners } from "@/lib/platform/listeners";

let count = 0;
const { notify, subscribe } = createListeners();

function updateCount(by: 1 | -1) {
  count += by;
  notify();
}

/** Registers a dialog while it is open. */
export const useTrackOpenDialog = (isOpen: boolean) =>
  useLayoutEffect(() => {
    if (!isOpen) return;
    updateCount(1);
    return () => updateCount(-1);
  }, [isOpen]);

/** Whether any dialog is open. */
export const useIsDialogOpen = () =>
  useSyncExternalStore(
    subscribe,
    () => count > 0,
    () => false,
  );
