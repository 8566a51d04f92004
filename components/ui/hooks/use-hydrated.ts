"use client";
import { useSyncExternalStore } from "react";

const noopSubscribe = () => () => undefined;

/** False in the prerendered page, until the script that handles it has arrived. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    noopSubscribe,
    () => true,
    () => false,
  );
