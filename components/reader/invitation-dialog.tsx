"use client";
import { Button, ButtonLink } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";

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

/** What a visitor reached for that needs an account. */
export type Wish = keyof typeof words;

interface InvitationProps {
  wish: Wish;
  /** Path and place to come back to after signing in. */
  from: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Invites a visitor who reached for something that needs an account. */
export default function InvitationDialog({ wish, from, open, onOpenChange }: InvitationProps) {
  const back = `?from=${encodeURIComponent(from)}`;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="sm"
      title={words[wish].title}
      footer={<Button onClick={() => onOpenChange(false)}>Not now</Button>}
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
