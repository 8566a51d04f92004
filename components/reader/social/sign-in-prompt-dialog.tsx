"use client";
import { Button, ButtonLink } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { signInHref } from "@/lib/platform/http/return-path";
import { type PendingLike, storePendingLike } from "./pending-like";

const texts = {
  like: {
    title: "Sign in to like this",
    text: "You need an account to like stories and scenes. After signing in you return here, and your like is saved.",
  },
  remix: {
    title: "Sign in to remix",
    text: "A remix is your own copy to edit. You need an account, and return here after signing in.",
  },
} as const;

/** Actions of a visitor that need an account. */
export type GatedAction = keyof typeof texts;

interface SignInPromptProps {
  action: GatedAction;
  /** Path and hash to return to after sign-in. */
  from: string;
  /** The like that is stored if the visitor chooses to sign in. */
  like: PendingLike | undefined;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Invites a visitor to sign in for an action that needs an account. */
export default function SignInPromptDialog({
  action,
  from,
  like,
  open,
  onOpenChange,
}: SignInPromptProps) {
  const remember = () => like && storePendingLike(like);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="sm"
      title={texts[action].title}
      footer={<Button onClick={() => onOpenChange(false)}>Not now</Button>}
    >
      <p>{texts[action].text}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <ButtonLink href={signInHref(from)} variant="primary" onClick={remember}>
          Sign In
        </ButtonLink>
        <ButtonLink href={signInHref(from, "/register")} onClick={remember}>
          Create an account
        </ButtonLink>
      </div>
    </Dialog>
  );
}
