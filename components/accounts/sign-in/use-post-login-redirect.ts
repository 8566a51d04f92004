"use client";
import { useCallback, useEffect } from "react";
import { useViewer } from "../use-viewer";

/**
 * Leaves a sign-in form for `to`. The page is loaded anew, so that nothing made for a visitor (pages
 * kept by the router, guards that led here) is shown to the person who is there now. Whoever opens
 * the form while signed in goes on at once.
 */
export function usePostLoginRedirect(to: string): () => void {
  const { status } = useViewer();
  const redirect = useCallback(() => window.location.replace(to), [to]);
  useEffect(() => {
    if (status === "authenticated") redirect();
  }, [status, redirect]);
  return redirect;
}
