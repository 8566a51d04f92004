"use client";
import { useEffect } from "react";
import { useViewer } from "../use-viewer";
import { requestSignIn } from "./reauthenticate";
import { getLastViewer } from "./session";

/** For private pages: opens the sign-in prompt immediately if the session ended in another tab. */
export function SessionGuard() {
  const { status } = useViewer();
  useEffect(() => {
    if (status === "unauthenticated" && getLastViewer()) void requestSignIn();
  }, [status]);
  return null;
}
