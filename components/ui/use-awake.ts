"use client";
import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False in the prerendered page, until the script that handles it has arrived. */
export const useAwake = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
