"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { ButtonLink } from "@/components/ui/button";
import { mapFormError } from "@/components/ui/forms/form-errors";
import { useSchemaForm } from "@/components/ui/forms/use-schema-form";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { Notice } from "@/components/ui/notice";
import { type ResetPasswordInput, resetPasswordForm } from "@/lib/accounts/schema";
import { checkResetLink, resetPassword } from "@/lib/accounts/sign-in/recovery-client";
import { ApiError } from "@/lib/platform/http/api-error";
import { isCodeRequired } from "../form-errors";
import { runSignIn, setViewer } from "../session/session";
import { SubmitButton } from "../submit-button";
import { CodeField, NoCodeHint } from "./code-field";
import { linkErrorOf, useEmailLinkToken } from "./email-link";
import { FormResult } from "./form-result";
import { NewPasswordFields } from "./new-password-fields";

/** Sets a new password by a mailed link. */
export function ResetPasswordForm() {
  const token = useEmailLinkToken();
  // The key resets the result for a new link.
  return <NewPassword key={token} token={token} />;
}

function NewPassword({ token }: { token: string | null }) {
  const { form, field, error, show } = useSchemaForm(resetPasswordForm);
  const [wasAskedCode, setWasAskedCode] = useState(false);
  const [hasNoResponse, setHasNoResponse] = useState(false);
  // If the check is not done before the password is typed, saving reports a bad link.
  const link = useQuery({
    queryKey: ["reset-link", token],
    queryFn: ({ signal }) => checkResetLink(token ?? "", signal),
    enabled: Boolean(token),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const asksCode = wasAskedCode || link.data?.asksCode;
  const save = useDedupedMutation({
    mutationFn: (input: ResetPasswordInput) => runSignIn(() => resetPassword(input)),
    meta: { handlesError: true },
    onSuccess: ({ user }) => setViewer(user),
    onError(error) {
      if (!(error instanceof ApiError) || error.status === 0) setHasNoResponse(true);
      if (isCodeRequired(error)) setWasAskedCode(true);
      else if (!linkErrorOf(error)) {
        show(mapFormError(error, ["newPassword", "code"], "Password change failed"));
      }
    },
  });
  if (save.isSuccess) {
    return (
      <FormResult tone="success" text={`${save.data.message} You are signed in here.`}>
        <ButtonLink href="/dashboard" variant="primary">
          Go to Your Dashboard
        </ButtonLink>
      </FormResult>
    );
  }
  const problem =
    token === ""
      ? "Open this page with the link in your email."
      : linkErrorOf(save.error ?? link.error);
  if (problem && hasNoResponse && token !== "") {
    return (
      <FormResult
        tone="info"
        text="Your new password may already be saved. Try to sign in with it, or request a new link there."
      >
        <ButtonLink href="/login" variant="primary">
          Go to Sign In
        </ButtonLink>
      </FormResult>
    );
  }
  if (problem) {
    return (
      <FormResult tone="error" text={problem}>
        <ButtonLink href="/forgot-password" variant="primary">
          Ask for a New Link
        </ButtonLink>
      </FormResult>
    );
  }
  return (
    <form
      noValidate
      method="post"
      className="grid gap-5"
      onSubmit={form.handleSubmit(({ newPassword, code }) => {
        // A second request would find its own link used.
        if (!save.isPending) save.mutate({ token: token ?? "", newPassword, code });
      })}
    >
      <NewPasswordFields field={field} error={error} />
      {asksCode && (
        <>
          <Notice tone="info">
            Your account uses two-step sign-in. Enter a code to save your password.
          </Notice>
          <CodeField error={error("code")} field={field("code")} />
          <NoCodeHint>
            <Link href="/login" className="link">
              Go to sign in
            </Link>
          </NoCodeHint>
        </>
      )}
      <p className="text-ink-soft">You are then signed in.</p>
      <SubmitButton loading={save.isPending}>Save Password</SubmitButton>
    </form>
  );
}
