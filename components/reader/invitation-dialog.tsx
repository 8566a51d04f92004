"use client";
import { X } from "lucide-react";
import { type MouseEvent, useEffect, useId, useRef } from "react";
import { afterPaint } from "@/components/ui/after-paint";
import { Button, ButtonLink } from "@/components/ui/button";
import { closeInvitation, type Invitation, invitation } from "./sign-in-invitation";
import "@/components/ui/styles/overlays.css";
import "./invitation.css";

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

/**
 * Invites a visitor who reached for something that needs an account. The browser's own dialog: what
 * a first press on a page waits for is this, and focus, Escape and the page below come with it.
 */
export default function InvitationDialog({ asked }: { asked: Invitation }) {
  const { wish, from } = asked;
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const back = `?from=${encodeURIComponent(from)}`;

  /** Out of sight at once: to make the page below usable again is work, and nobody waits for it. */
  function close() {
    dialog.current?.setAttribute("data-gone", "");
    afterPaint(() => {
      if (invitation.get() === asked) dialog.current?.close();
    });
  }

  /** Again for one that was asked for while the last one went away. */
  useEffect(() => {
    const shown = dialog.current;
    if (!shown || invitation.get() !== asked) return;
    shown.removeAttribute("data-gone");
    if (!shown.open) shown.showModal();
    shown.querySelector("a")?.focus();
  }, [asked]);

  function onPress({ target, currentTarget }: MouseEvent) {
    if (target === currentTarget) close();
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press beside it; Escape is the dialog's own
    <dialog
      ref={dialog}
      className="dialog dialog-sm invitation"
      aria-labelledby={titleId}
      onClick={onPress}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClose={() => afterPaint(() => closeInvitation(asked))}
    >
      <div className="dialog-head">
        <h2 id={titleId} className="dialog-title min-w-0 flex-1">
          {words[wish].title}
        </h2>
        <Button icon variant="ghost" size="sm" label="Close" onClick={close}>
          <X aria-hidden="true" />
        </Button>
      </div>
      <div className="dialog-body">
        <p>{words[wish].text}</p>
        <div className="mt-4 flex flex-wrap gap-3">
          <ButtonLink href={`/login${back}`} variant="primary">
            Sign In
          </ButtonLink>
          <ButtonLink href={`/register${back}`}>Create an account</ButtonLink>
        </div>
      </div>
      <div className="dialog-foot">
        <Button onClick={close}>Not now</Button>
      </div>
    </dialog>
  );
}
