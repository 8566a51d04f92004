"use client";
import { useState } from "react";
import { Button, ButtonLink } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { closeInvitation, type Invitation } from "./sign-in-invitation";

const words = {
  like: {
    title: "Sign in to like this",
    text: "A like tells the author that somebody was here. It takes an account, and you come back to this place.",
  },
  remix: {
    title: "Sign in to remix",
    text: "A remix is a copy of your own to draw on. It takes an account, and you come back to this place.",
  },
} as const;

/** Invites a visitor who reached for something that needs an account. */
export default function InvitationDialog({ wish, from }: Invitation) {
  const [open, setOpen] = useState(true);
  const back = `?from=${encodeURIComponent(from)}`;
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      onClosed={closeInvitation}
      size="sm"
      title={words[wish].title}
      footer={<Button onClick={() => setOpen(false)}>Not now</Button>}
    >
      <p>{words[wish].text}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <ButtonLink href={`/login${back}`} variant="primary">
          Sign In
        </ButtonLink>
        <ButtonLink href={`/register${back}`}>Create an account</ButtonLink>
      </div>
    </Dialog>
  );
}
