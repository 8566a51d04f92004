"use client";
import { useEffect } from "react";
import { useViewer } from "../use-viewer";
import { requestSignIn } from "./reauthenticate";
import { getLastViewer } from "./session";

/** On pages that are somebody's own: a session that ended elsewhere is asked for at once. */
export function SessionGuard() {
  const { status } = useViewer();
  useEffect(() => {
    if (status === "unauthenticated" && getLastViewer()) void requestSignIn();
  }, [status]);
  return null;
}
