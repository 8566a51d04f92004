"use client";
import { useEffect } from "react";
import { useViewer } from "../use-viewer";
import { requestSignIn } from "./reauthenticate";
import { getLastViewer } from "./session";

/** For a person's own pages: prompts at once if the session ended elsewhere. */
export function SessionGuard() {
  const { status } = useViewer();
  useEffect(() => {
    if (status === "unauthenticated" && getLastViewer()) void requestSignIn();
  }, [status]);
  return null;
}
