"use client";
import { ButtonLink } from "@/components/ui/button";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { toast } from "@/components/ui/toast";
import { confirmEmail } from "@/lib/accounts/sign-in/recovery-client";
import { messageOf } from "@/lib/platform/http/api-error";
import { SubmitButton } from "../submit-button";
import { linkErrorOf, useEmailLinkToken } from "./email-link";
import { FormResult } from "./form-result";

/** Confirms by a button, since mail scanners open links as well. */
export function ConfirmEmailForm() {
  const token = useEmailLinkToken();
  // The key resets the result for a new link.
  return <Confirm key={token} token={token} />;
}

function Confirm({ token }: { token: string | null }) {
  const confirm = useDedupedMutation({
    mutationFn: confirmEmail,
    meta: { handlesError: true },
    onError(error) {
      if (!linkErrorOf(error)) toast.error(messageOf(error));
    },
  });
  const settings = <ButtonLink href="/dashboard">Go to Your Dashboard</ButtonLink>;
  if (confirm.data) {
    return (
      <FormResult tone="success" text={confirm.data.message}>
        {settings}
      </FormResult>
    );
  }
  if (token === "" || linkErrorOf(confirm.error)) {
    const why =
      token === ""
        ? "Open this page with the link in your email."
        : "This link has expired or was used already.";
    return (
      <FormResult
        tone="error"
        text={`${why} See your dashboard to check whether your email is confirmed, or to get a new link.`}
      >
        {settings}
      </FormResult>
    );
  }
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!confirm.isPending) confirm.mutate(token ?? "");
      }}
    >
      <SubmitButton loading={confirm.isPending}>Confirm Email</SubmitButton>
    </form>
  );
}
