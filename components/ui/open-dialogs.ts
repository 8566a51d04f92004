"use client";
import { useLayoutEffect, useSyncExternalStore } from "react";
import { createListeners } from "./utils/listeners";

let count = 0;
const { notify, subscribe } = createListeners();

function updateCount(by: 1 | -1) {
  count += by;
  notify();
}

/** Counts a dialog for as long as it is open. */
export const useTrackOpenDialog = (isOpen: boolean) =>
  useLayoutEffect(() => {
    if (!isOpen) return;
    updateCount(1);
    return () => updateCount(-1);
  }, [isOpen]);

/** Whether a dialog lies over the page: messages stand in its head then (toaster.tsx). */
export const useIsDialogOpen = () =>
  useSyncExternalStore(
    subscribe,
    () => count > 0,
    () => false,
  );
