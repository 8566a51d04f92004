"use client";
import { type ComponentType, lazy, Suspense, useEffect, useRef, useSyncExternalStore } from "react";
import { lastViewer } from "./session";
import { askToSignIn, questionStore, settleQuestion } from "./sign-in-again";
import { useViewer } from "./use-viewer";

/** Without a connection the dialog does not arrive: what waited fails, and says so. */
function NoDialog({ open }: { open: boolean }) {
  useEffect(() => {
    if (open) void settleQuestion(null);
  }, [open]);
  return null;
}

const SessionDialog = lazy<ComponentType<{ open: boolean }>>(() =>
  import("./session-dialog").catch(() => ({ default: NoDialog })),
);

/** Once, in the root layout: the dialog in which whoever was signed out signs in again. */
export function SessionHost() {
  const { subscribe, isOpen, isOpenOnServer } = questionStore;
  const open = useSyncExternalStore(subscribe, isOpen, isOpenOnServer);
  const wasOpen = useRef(false);
  wasOpen.current ||= open;
  return (
    wasOpen.current && (
      <Suspense>
        <SessionDialog open={open} />
      </Suspense>
    )
  );
}

/** On pages that are somebody's own: a session that ended elsewhere is asked for at once. */
export function NeedsSession() {
  const { status } = useViewer();
  useEffect(() => {
    if (status === "unauthenticated" && lastViewer()) void askToSignIn();
  }, [status]);
  return null;
}
