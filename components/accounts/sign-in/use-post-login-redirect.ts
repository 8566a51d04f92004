"use client";
import { useCallback, useEffect } from "react";
import { useViewer } from "../use-viewer";

/**
 * Leaves a sign-in form for `to`. Reloads the page, so that the router's cached pages and redirects
 * of the visitor are not shown to the signed-in viewer. A viewer who is already signed in is
 * redirected immediately.
 */
export function usePostLoginRedirect(to: string): () => void {
  const { status } = useViewer();
  const redirect = useCallback(() => window.location.replace(to), [to]);
  useEffect(() => {
    if (status === "authenticated") redirect();
  }, [status, redirect]);
  return redirect;
}
