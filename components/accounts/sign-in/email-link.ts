"use client";
import { useSyncExternalStore } from "react";
import { ApiError } from "@/lib/platform/http/api-error";

function subscribe(onChange: () => void) {
  window.addEventListener("hashchange", onChange);
  return () => window.removeEventListener("hashchange", onChange);
}

/** Why a mailed link cannot be used; undefined if the error is not about the link. */
export const linkErrorOf = (error: unknown): string | undefined =>
  error instanceof ApiError
    ? error.errors.find(({ field }) => field === "token")?.message
    : undefined;

/** The token of a mailed link, its fragment; null before hydration. */
export const useEmailLinkToken = (): string | null =>
  useSyncExternalStore(
    subscribe,
    () => window.location.hash.slice(1),
    () => null,
  );
