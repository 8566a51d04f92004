"use client";
import { useMutation } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input, PasswordInput } from "@/components/ui/text-input";
import { register } from "@/lib/accounts/client";
import { registerForm } from "@/lib/accounts/schema";
import { placeRegisterError } from "./form-errors";
import { setViewer } from "./session-store";
import { useAccountForm } from "./use-account-form";
import { useArrival } from "./use-arrival";

interface RegisterFormProps {
  from: string;
  /** From the link of an invitation; it travels along unseen. */
  inviteCode: string;
}

/** A new account. The code of an invitation is asked for only when the one at hand was refused. */
export function RegisterForm({ from, inviteCode }: RegisterFormProps) {
  const arrive = useArrival(from);
  const [asksForInvite, setAsksForInvite] = useState(false);
  const { form, field, show } = useAccountForm(registerForm, {
    firstName: "",
    lastName: "",
    username: "",
    email: "",
    password: "",
    confirmPassword: "",
    inviteCode,
  });
  const { errors } = form.formState;
  const join = useMutation({
    mutationFn: register,
    meta: { handlesError: true },
    onSuccess(user) {
      setViewer(user);
      arrive();
    },
    onError(error) {
      const placed = placeRegisterError(error);
      const invite = placed.fields.find(({ field: name }) => name === "inviteCode");
      if (!invite) return show(placed);
      // The field has to be there before it can take the focus.
      setAsksForInvite(true);
      setTimeout(() => show(placed));
    },
  });
  const away = from === "/" ? "" : `?from=${encodeURIComponent(from)}`;

  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={form.handleSubmit(({ confirmPassword: _, inviteCode: code, ...input }) =>
        join.mutate(code ? { ...input, inviteCode: code } : input),
      )}
    >
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <Field label="First name" optional error={errors.firstName?.message}>
          <Input autoComplete="given-name" {...field("firstName")} />
        </Field>
        <Field label="Last name" optional error={errors.lastName?.message}>
          <Input autoComplete="family-name" {...field("lastName")} />
        </Field>
      </div>
      <Field
        label="Username"
        description="Letters, numbers, underscores and hyphens"
        error={errors.username?.message}
      >
        <Input
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...field("username")}
        />
      </Field>
      <Field label="Email" error={errors.email?.message}>
        <Input type="email" autoComplete="email" spellCheck={false} {...field("email")} />
      </Field>
      <Field
        label="Password"
        description="At least 6 characters, with an uppercase letter, a lowercase letter and a number"
        error={errors.password?.message}
      >
        <PasswordInput autoComplete="new-password" {...field("password", ["confirmPassword"])} />
      </Field>
      <Field label="Confirm password" error={errors.confirmPassword?.message}>
        <PasswordInput autoComplete="new-password" {...field("confirmPassword")} />
      </Field>
      {asksForInvite && (
        <Field label="Invite code" error={errors.inviteCode?.message}>
          <Input autoComplete="off" spellCheck={false} {...field("inviteCode")} />
        </Field>
      )}
      <Button type="submit" variant="primary" size="lg" loading={join.isPending || join.isSuccess}>
        Create Account
      </Button>
      <p className="text-center">
        Already have an account?{" "}
        <Link href={`/login${away}`} className="link">
          Sign in
        </Link>
      </p>
    </form>
  );
}
