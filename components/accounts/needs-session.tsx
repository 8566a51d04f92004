"use client";
import { useEffect } from "react";
import { lastViewer } from "./session";
import { askToSignIn } from "./sign-in-again";
import { useViewer } from "./use-viewer";

/** On pages that are somebody's own: a session that ended elsewhere is asked for at once. */
export function NeedsSession() {
  const { status } = useViewer();
  useEffect(() => {
    if (status === "unauthenticated" && lastViewer()) void askToSignIn();
  }, [status]);
  return null;
}
