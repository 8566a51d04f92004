"use client";
import Link from "next/link";
import { useEffect, useState } from "react";
import { Field } from "@/components/ui/field";
import { Input, PasswordInput } from "@/components/ui/text-input";
import { useSchemaForm } from "@/components/ui/use-schema-form";
import { useWrite } from "@/components/ui/use-write";
import { login } from "@/lib/accounts/client";
import { type LoginInput, loginBody, type User } from "@/lib/accounts/schema";
import { CodeField, WithoutCode } from "./code-field";
import { placeLoginError, wantsCode } from "./form-errors";
import { PasskeyButton } from "./passkey-button";
import { setViewer, signingIn } from "./session";
import { SubmitButton } from "./submit-button";
import { useArrival } from "./use-arrival";
import { useTypedEmail } from "./use-typed-email";

interface SignInFormProps {
  /** Known already, where a session has ended. */
  email?: string;
  onSignedIn?: () => void;
}

/** Email and password, then a code where two-step sign-in is on. */
export function SignInForm({ email, onSignedIn }: SignInFormProps) {
  const { form, field, error, show } = useSchemaForm(loginBody, email ? { email } : undefined);
  const [step, setStep] = useState<"password" | "code">("password");
  const arrive = async (user: User) => {
    await setViewer(user);
    onSignedIn?.();
  };
  const signIn = useWrite({
    mutationFn: (input: LoginInput) => signingIn(() => login(input)),
    meta: { handlesError: true },
    onSuccess: arrive,
    onError(error) {
      if (wantsCode(error)) setStep("code");
      else {
        const placed = placeLoginError(error);
        if (placed.fields.some(({ field }) => field !== "code")) {
          form.unregister("code");
          setStep("password");
        }
        show(placed);
      }
    },
  });
  // The dialog of a session that has ended knows whose it was.
  useTypedEmail(form, signIn.isSuccess || email !== undefined);
  const { setFocus } = form;
  useEffect(() => {
    if (step !== "code") return;
    setFocus("code");
    return () => setFocus("password");
  }, [step, setFocus]);
  return (
    <form
      noValidate
      method="post"
      className="grid gap-5"
      onSubmit={form.handleSubmit((input) => signIn.mutate(input))}
    >
      {step === "code" ? (
        <>
          <CodeField error={error("code")} field={field("code")} />
          <WithoutCode>
            Where you are signed in already, your password turns two-step sign-in off.
          </WithoutCode>
          <button
            type="button"
            className="link -mt-3 justify-self-end text-sm"
            onClick={() => {
              form.unregister("code");
              setStep("password");
            }}
          >
            Back to email and password
          </button>
        </>
      ) : (
        <>
          <Field label="Email" error={error("email")}>
            <Input type="email" autoComplete="username" spellCheck={false} {...field("email")} />
          </Field>
          <Field label="Password" error={error("password")}>
            <PasswordInput autoComplete="current-password" {...field("password")} />
          </Field>
          <p className="-mt-3 text-right text-sm">
            <Link
              href="/forgot-password"
              // In the dialog of a session that has ended, the page below keeps what was written.
              target={onSignedIn ? undefined : "_blank"}
              className="link link-alone"
            >
              Forgot password?
              {!onSignedIn && <span className="sr-only"> (in a new tab)</span>}
            </Link>
          </p>
        </>
      )}
      <SubmitButton loading={signIn.isPending || signIn.isSuccess}>Sign In</SubmitButton>
      <PasskeyButton onSignedIn={arrive} />
    </form>
  );
}

/** The form on a page of its own. `from` is a path of ours: a good sign-in goes there. */
export function LoginForm({ from }: { from: string }) {
  const arrive = useArrival(from);
  const away = from === "/" ? "" : `?from=${encodeURIComponent(from)}`;
  return (
    <div className="grid gap-5">
      <SignInForm onSignedIn={arrive} />
      <p className="flex flex-wrap items-center justify-center gap-x-3 gap-y-2">
        New here?{" "}
        <Link href={`/register${away}`} className="btn">
          Create an account
        </Link>
      </p>
    </div>
  );
}
