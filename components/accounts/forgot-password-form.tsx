"use client";
import Link from "next/link";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/text-input";
import { useSchemaForm } from "@/components/ui/use-schema-form";
import { useWrite } from "@/components/ui/use-write";
import { forgotPassword } from "@/lib/accounts/recovery-client";
import { forgotPasswordBody } from "@/lib/accounts/schema";
import { placeError } from "./form-errors";
import { Outcome } from "./outcome";
import { SubmitButton } from "./submit-button";
import { useTypedEmail } from "./use-typed-email";

/** Asks where the link for a new password is to go. */
export function ForgotPasswordForm() {
  const { form, field, error, show } = useSchemaForm(forgotPasswordBody);
  useTypedEmail(form);
  const ask = useWrite({
    mutationFn: forgotPassword,
    meta: { handlesError: true },
    onError: (error) => show(placeError(error, ["email"], "The mail could not be asked for")),
  });
  const back = (
    <Link href="/login" className="link link-alone">
      Back to sign in
    </Link>
  );
  if (ask.data) {
    return (
      <Outcome tone="success" text={ask.data.message}>
        {back}
      </Outcome>
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
