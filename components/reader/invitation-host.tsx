"use client";
import { lazy, Suspense, useSyncExternalStore } from "react";
import { invitation } from "./sign-in-invitation";

const InvitationDialog = lazy(() => import("./invitation-dialog"));

/** Stands once on a page with hearts and remixes; the dialog comes with the first invitation. */
export function InvitationHost() {
  const open = useSyncExternalStore(invitation.subscribe, invitation.get, invitation.getOnServer);
  if (!open) return null;
  return (
    <Suspense>
      <InvitationDialog asked={open} />
    </Suspense>
  );
}
