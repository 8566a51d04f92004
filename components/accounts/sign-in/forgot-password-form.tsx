"use client";
import Link from "next/link";
import { Field } from "@/components/ui/forms/field";
import { mapFormError } from "@/components/ui/forms/form-errors";
import { Input } from "@/components/ui/forms/text-input";
import { useSchemaForm } from "@/components/ui/forms/use-schema-form";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { forgotPasswordBody } from "@/lib/accounts/schema";
import { forgotPassword } from "@/lib/accounts/sign-in/recovery-client";
import { SubmitButton } from "../submit-button";
import { FormResult } from "./form-result";
import { useEmailDraft } from "./use-email-draft";

/** Requests a mail with a link for a new password. */
export function ForgotPasswordForm() {
  const { form, field, error, show } = useSchemaForm(forgotPasswordBody);
  useEmailDraft(form);
  const ask = useDedupedMutation({
    mutationFn: forgotPassword,
    meta: { handlesError: true },
    onError: (error) => show(mapFormError(error, ["email"], "The email could not be requested")),
  });
  const back = (
    <Link href="/login" className="link -my-1 inline-block py-1">
      Back to sign in
    </Link>
  );
  if (ask.data) {
    return (
      <FormResult tone="success" text={ask.data.message}>
        {back}
      </FormResult>
    );
  }
  return (
    <form
      noValidate
      method="post"
      className="grid gap-5"
      onSubmit={form.handleSubmit((input) => {
        if (!ask.isPending) ask.mutate(input);
      })}
    >
      <Field label="Email" error={error("email")}>
        <Input type="email" autoComplete="username" spellCheck={false} {...field("email")} />
      </Field>
      <SubmitButton loading={ask.isPending}>Send Link</SubmitButton>
      <p className="text-center">{back}</p>
    </form>
  );
}
