"use client";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { whenFetched } from "@/components/ui/when-fetched";
import type { Wish } from "./invitation-dialog";
import type { WantedLike } from "./wanted-like";

const fetchDialog = () => import("./invitation-dialog");
const InvitationDialog = lazy(fetchDialog);

/** For what needs an account: invites visitors to sign in. The dialog comes with the first invitation. */
export function useInvitation(wish: Wish): {
  /** The form leads back to the part of the page that `near` stands in. */
  invite: (near: Element, like?: WantedLike) => void;
  invitation: ReactNode;
} {
  const [asked, setAsked] = useState<{ from: string; like: WantedLike | undefined } | null>(null);
  const [open, setOpen] = useState(false);
  return {
    invite(near, like) {
      const place = near.closest("section[id]")?.id;
      const from = `${window.location.pathname}${place ? `#${place}` : ""}`;
      whenFetched(fetchDialog(), () => {
        setAsked({ from, like });
        setOpen(true);
      });
    },
    invitation: asked && (
      <Suspense>
        <InvitationDialog wish={wish} {...asked} open={open} onOpenChange={setOpen} />
      </Suspense>
    ),
  };
}
