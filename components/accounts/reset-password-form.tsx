"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { ButtonLink } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { PasswordInput } from "@/components/ui/text-input";
import { useSchemaForm } from "@/components/ui/use-schema-form";
import { useWrite } from "@/components/ui/use-write";
import { checkResetLink, resetPassword } from "@/lib/accounts/recovery-client";
import { passwordRules, type ResetPasswordInput, resetPasswordForm } from "@/lib/accounts/schema";
import { ApiError } from "@/lib/platform/http/api-error";
import { CodeField, WithoutCode } from "./code-field";
import { placeError, wantsCode } from "./form-errors";
import { Outcome } from "./outcome";
import { setViewer, signingIn } from "./session";
import { SubmitButton } from "./submit-button";
import { useMailedToken } from "./use-mailed-token";

const aboutLink = (error: unknown) =>
  error instanceof ApiError ? error.errors.find(({ field }) => field === "token") : undefined;

/** A new password, for whoever came with a mailed link. */
export function ResetPasswordForm() {
  const token = useMailedToken();
  // What was said of one link is not said of the next.
  return <NewPassword key={token} token={token} />;
}

function NewPassword({ token }: { token: string | null }) {
  const { form, field, error, show } = useSchemaForm(resetPasswordForm);
  const [wasAskedCode, setWasAskedCode] = useState(false);
  const [isUnheard, setIsUnheard] = useState(false);
  // What is not known before the password is typed is told when it is saved.
  const link = useQuery({
    queryKey: ["reset-link", token],
    queryFn: ({ signal }) => checkResetLink(token ?? "", signal),
    enabled: Boolean(token),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const asksCode = wasAskedCode || link.data?.asksCode;
  const save = useWrite({
    mutationFn: (input: ResetPasswordInput) => signingIn(() => resetPassword(input)),
    meta: { handlesError: true },
    onSuccess: ({ user }) => setViewer(user),
    onError(error) {
      if (!(error instanceof ApiError) || error.status === 0) setIsUnheard(true);
      if (wantsCode(error)) setWasAskedCode(true);
      else if (!aboutLink(error)) {
        show(placeError(error, ["newPassword", "code"], "Password change failed"));
      }
    },
  });
  if (save.isSuccess) {
    return (
      <Outcome tone="success" text={`${save.data.message} You are signed in here.`}>
        <ButtonLink href="/dashboard" variant="primary">
          Go to Your Dashboard
        </ButtonLink>
      </Outcome>
    );
  }
  const problem =
    token === ""
      ? "This page opens with the link in your mail."
      : aboutLink(save.error ?? link.error)?.message;
  if (problem && isUnheard && token !== "") {
    return (
      <Outcome
        tone="info"
        text="Your new password may be saved already, although no answer came: sign in with it. If that fails, ask for a new link there."
      >
        <ButtonLink href="/login" variant="primary">
          Go to Sign In
        </ButtonLink>
      </Outcome>
    );
  }
  if (problem) {
    return (
      <Outcome tone="error" text={problem}>
        <ButtonLink href="/forgot-password" variant="primary">
          Ask for a New Link
        </ButtonLink>
      </Outcome>
    );
  }
  return (
    <form
      noValidate
      method="post"
      className="grid gap-5"
      onSubmit={form.handleSubmit(({ newPassword, code }) => {
        // A second try would find its own link used.
        if (!save.isPending) save.mutate({ token: token ?? "", newPassword, code });
      })}
    >
      <Field
        label="New password"
        description={passwordRules}
        keepsDescription
        error={error("newPassword")}
      >
        <PasswordInput autoComplete="new-password" {...field("newPassword", ["confirmPassword"])} />
      </Field>
      <Field label="Confirm new password" error={error("confirmPassword")}>
        <PasswordInput autoComplete="new-password" {...field("confirmPassword")} />
      </Field>
      {asksCode && (
        <>
          <Notice tone="info">
            Your account asks for a second step. Enter a code, then your password is saved.
          </Notice>
          <CodeField error={error("code")} field={field("code")} />
          <WithoutCode>
            <Link href="/login" className="link">
              Go to sign in
            </Link>
          </WithoutCode>
        </>
      )}
      <p className="text-ink-soft">Then you are signed in with it.</p>
      <SubmitButton loading={save.isPending}>Save Password</SubmitButton>
    </form>
  );
}
