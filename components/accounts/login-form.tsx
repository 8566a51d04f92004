"use client";
import { useMutation } from "@tanstack/react-query";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input, PasswordInput } from "@/components/ui/text-input";
import { login } from "@/lib/accounts/client";
import { loginBody } from "@/lib/accounts/schema";
import { placeLoginError } from "./form-errors";
import { setViewer } from "./session-store";
import { useAccountForm } from "./use-account-form";
import { useArrival } from "./use-arrival";

/** Email and password. `from` is a path of ours: a good sign-in goes there. */
export function LoginForm({ from }: { from: string }) {
  const arrive = useArrival(from);
  const { form, field, show } = useAccountForm(loginBody, { email: "", password: "" });
  const { errors } = form.formState;
  const signIn = useMutation({
    mutationFn: login,
    meta: { handlesError: true },
    onSuccess(user) {
      setViewer(user);
      arrive();
    },
    onError: (error) => show(placeLoginError(error)),
  });
  const away = from === "/" ? "" : `?from=${encodeURIComponent(from)}`;

  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={form.handleSubmit((input) => signIn.mutate(input))}
    >
      <Field label="Email" error={errors.email?.message}>
        <Input type="email" autoComplete="username" spellCheck={false} {...field("email")} />
      </Field>
      <Field label="Password" error={errors.password?.message}>
        <PasswordInput autoComplete="current-password" {...field("password")} />
      </Field>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        loading={signIn.isPending || signIn.isSuccess}
      >
        Sign In
      </Button>
      <p className="text-center">
        New here?{" "}
        <Link href={`/register${away}`} className="link">
          Create an account
        </Link>
      </p>
    </form>
  );
}
