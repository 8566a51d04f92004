"use client";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { whenChunkLoaded } from "@/components/ui/utils/when-chunk-loaded";
import type { PendingLike } from "./pending-like";
import type { GatedAction } from "./sign-in-prompt-dialog";

const fetchDialog = () => import("./sign-in-prompt-dialog");
const InvitationDialog = lazy(fetchDialog);

/** For what needs an account: invites visitors to sign in. The dialog comes with the first invitation. */
export function useSignInPrompt(action: GatedAction): {
  /** The form leads back to the part of the page that `near` stands in. */
  promptSignIn: (near: Element, like?: PendingLike) => void;
  signInPrompt: ReactNode;
} {
  const [asked, setAsked] = useState<{ from: string; like: PendingLike | undefined } | null>(null);
  const [open, setOpen] = useState(false);
  return {
    promptSignIn(near, like) {
      const place = near.closest("section[id]")?.id;
      const from = `${window.location.pathname}${place ? `#${place}` : ""}`;
      whenChunkLoaded(fetchDialog(), () => {
        setAsked({ from, like });
        setOpen(true);
      });
    },
    signInPrompt: asked && (
      <Suspense>
        <InvitationDialog action={action} {...asked} open={open} onOpenChange={setOpen} />
      </Suspense>
    ),
  };
}
