"use client";
import { useCallback, useEffect } from "react";
import { useViewer } from "./use-viewer";

/**
 * Leaves a sign-in form for `to`. The page is loaded anew, so that nothing made for a visitor (pages
 * kept by the router, guards that led here) is shown to the person who is there now. Whoever opens
 * the form while signed in goes on at once.
 */
export function useArrival(to: string): () => void {
  const { status } = useViewer();
  const arrive = useCallback(() => window.location.replace(to), [to]);
  useEffect(() => {
    if (status === "authenticated") arrive();
  }, [status, arrive]);
  return arrive;
}
