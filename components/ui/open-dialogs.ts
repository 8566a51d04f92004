"use client";
import { useLayoutEffect, useSyncExternalStore } from "react";
import { createListeners } from "./listeners";

let count = 0;
const { tell, subscribe } = createListeners();

function change(by: 1 | -1) {
  count += by;
  tell();
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
