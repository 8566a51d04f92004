"use client";
import Link from "next/link";
import { useState } from "react";
import { Field } from "@/components/ui/forms/field";
import { Input, PasswordInput } from "@/components/ui/forms/text-input";
import { useLazySchemaForm } from "@/components/ui/forms/use-lazy-schema-form";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { register } from "@/lib/accounts/client";
import type { RegisterInput } from "@/lib/accounts/schema";
import { passwordRules } from "@/lib/accounts/sign-in/password-rules";
import { signInHref } from "@/lib/platform/http/return-path";
import { mapRegisterError } from "../form-errors";
import { runSignIn, setViewer } from "../session/session";
import { SubmitButton } from "../submit-button";
import { useEmailDraft } from "./use-email-draft";
import { usePostLoginRedirect } from "./use-post-login-redirect";

const schema = async () => (await import("@/lib/accounts/schema")).registerForm;

interface RegisterFormProps {
  from: string;
  /** From an invitation link; sent without a visible field. */
  inviteCode: string;
}

/** Registration. Asks for an invitation code only once the server has refused the link's, or none. */
export function RegisterForm({ from, inviteCode }: RegisterFormProps) {
  const redirect = usePostLoginRedirect(from);
  const [asksForInvite, setAsksForInvite] = useState(false);
  const { form, field, error, show } = useLazySchemaForm(schema, { inviteCode });
  const join = useDedupedMutation({
    mutationFn: (input: RegisterInput) => runSignIn(() => register(input)),
    meta: { handlesError: true },
    async onSuccess(user) {
      await setViewer(user);
      redirect();
    },
    onError(error) {
      const placed = mapRegisterError(error);
      const invite = placed.fields.find(({ field: name }) => name === "inviteCode");
      if (!invite) return show(placed);
      // The field must be rendered before it can take the focus.
      setAsksForInvite(true);
      setTimeout(() => show(placed));
    },
  });
  useEmailDraft(form, join.isSuccess);

  return (
    <form
      noValidate
      method="post"
      className="grid gap-5"
      onSubmit={form.handleSubmit(({ confirmPassword: _, inviteCode: code, ...input }) =>
        join.mutate(code ? { ...input, inviteCode: code } : input),
      )}
    >
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <Field label="First name" optional error={error("firstName")}>
          <Input autoComplete="given-name" {...field("firstName")} />
        </Field>
        <Field label="Last name" optional error={error("lastName")}>
          <Input autoComplete="family-name" {...field("lastName")} />
        </Field>
      </div>
      <Field
        label="Username"
        description="Letters, numbers, underscores and hyphens"
        error={error("username")}
      >
        <Input
          // People sign in by email: password managers should save that, not the username.
          autoComplete="nickname"
          autoCapitalize="none"
          spellCheck={false}
          {...field("username")}
        />
      </Field>
      <Field label="Email" error={error("email")}>
        <Input type="email" autoComplete="username" spellCheck={false} {...field("email")} />
      </Field>
      <Field
        label="Password"
        description={passwordRules}
        isDescriptionPersistent
        error={error("password")}
      >
        <PasswordInput autoComplete="new-password" {...field("password", ["confirmPassword"])} />
      </Field>
      <Field label="Confirm password" error={error("confirmPassword")}>
        <PasswordInput autoComplete="new-password" {...field("confirmPassword")} />
      </Field>
      {asksForInvite && (
        <Field label="Invite code" error={error("inviteCode")}>
          <Input autoComplete="off" spellCheck={false} {...field("inviteCode")} />
        </Field>
      )}
      <SubmitButton loading={join.isPending || join.isSuccess}>Create Account</SubmitButton>
      <p className="text-center">
        Already have an account?{" "}
        <Link href={from === "/" ? "/login" : signInHref(from)} prefetch={false} className="link">
          Sign in
        </Link>
      </p>
    </form>
  );
}
