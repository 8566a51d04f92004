"use client";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { whenChunkLoaded } from "@/components/ui/utils/when-chunk-loaded";
import type { PendingLike } from "./pending-like";
import type { GatedAction } from "./sign-in-prompt-dialog";

const fetchDialog = () => import("./sign-in-prompt-dialog");
const SignInPromptDialog = lazy(fetchDialog);

/** Invites visitors to sign in for an action. The dialog loads on first use. */
export function useSignInPrompt(action: GatedAction): {
  /** After sign-in the visitor returns to the section that contains `near`. */
  promptSignIn: (near: Element, like?: PendingLike) => void;
  signInPrompt: ReactNode;
} {
  const [asked, setAsked] = useState<{ from: string; like: PendingLike | undefined } | null>(null);
  const [open, setOpen] = useState(false);
  return {
    promptSignIn(near, like) {
      const sectionId = near.closest("section[id]")?.id;
      const from = `${window.location.pathname}${sectionId ? `#${sectionId}` : ""}`;
      whenChunkLoaded(fetchDialog(), () => {
        setAsked({ from, like });
        setOpen(true);
      });
    },
    signInPrompt: asked && (
      <Suspense>
        <SignInPromptDialog action={action} {...asked} open={open} onOpenChange={setOpen} />
      </Suspense>
    ),
  };
}
