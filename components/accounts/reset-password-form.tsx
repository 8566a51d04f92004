"use client";
import { ButtonLink } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { PasswordInput } from "@/components/ui/text-input";
import { useWrite } from "@/components/ui/use-write";
import { resetPassword } from "@/lib/accounts/recovery-client";
import { type ResetPasswordInput, resetPasswordForm } from "@/lib/accounts/schema";
import { ApiError } from "@/lib/platform/http/api-error";
import { placeError } from "./form-errors";
import { Outcome } from "./outcome";
import { setViewer, signingIn } from "./session";
import { SubmitButton } from "./submit-button";
import { useAccountForm } from "./use-account-form";
import { useMailedToken } from "./use-mailed-token";

const aboutLink = (error: unknown) =>
  error instanceof ApiError ? error.errors.find(({ field }) => field === "token") : undefined;

/** A new password, for whoever came with a mailed link. */
export function ResetPasswordForm() {
  const token = useMailedToken();
  const { form, field, error, show } = useAccountForm(resetPasswordForm);
  const save = useWrite({
    mutationFn: (input: ResetPasswordInput) => signingIn(() => resetPassword(input)),
    meta: { handlesError: true },
    onSuccess: setViewer,
    onError(error) {
      if (!aboutLink(error)) show(placeError(error, ["newPassword"], "Password change failed"));
    },
  });
  if (save.isSuccess) {
    return (
      <Outcome
        tone="success"
        text="Your password is changed. You are signed in here, and signed out everywhere else."
      >
        <ButtonLink href="/dashboard" variant="primary">
          Go to Your Dashboard
        </ButtonLink>
      </Outcome>
    );
  }
  const problem =
    token === "" ? "This page opens with the link in your mail." : aboutLink(save.error)?.message;
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
      onSubmit={form.handleSubmit(({ newPassword }) => {
        // A second try would find its own link used.
        if (!save.isPending) save.mutate({ token: token ?? "", newPassword });
      })}
    >
      <Field
        label="New password"
        description="At least 6 characters, with an uppercase letter, a lowercase letter and a number; or at least 15 of any kind"
        error={error("newPassword")}
      >
        <PasswordInput autoComplete="new-password" {...field("newPassword", ["confirmPassword"])} />
      </Field>
      <Field label="Confirm new password" error={error("confirmPassword")}>
        <PasswordInput autoComplete="new-password" {...field("confirmPassword")} />
      </Field>
      <SubmitButton loading={save.isPending}>Save Password</SubmitButton>
    </form>
  );
}
