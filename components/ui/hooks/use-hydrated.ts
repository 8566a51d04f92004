"use client";
import { useSyncExternalStore } from "react";

const noopSubscribe = () => () => undefined;

/** False in the prerendered page and during hydration. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    noopSubscribe,
    () => true,
    () => false,
  );
