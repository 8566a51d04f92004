"use client";
import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";
import type { Wish } from "./invitation-dialog";

const InvitationDialog = dynamic(() => import("./invitation-dialog"), { ssr: false });

/** For what needs an account: invites visitors to sign in. The dialog comes with the first invitation. */
export function useInvitation(wish: Wish): {
  /** The form leads back to the part of the page that `near` stands in. */
  invite: (near: Element) => void;
  invitation: ReactNode;
} {
  const [from, setFrom] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  return {
    invite(near) {
      const place = near.closest("section[id]")?.id;
      setFrom(`${window.location.pathname}${place ? `#${place}` : ""}`);
      setOpen(true);
    },
    invitation: from && (
      <InvitationDialog wish={wish} from={from} open={open} onOpenChange={setOpen} />
    ),
  };
}
