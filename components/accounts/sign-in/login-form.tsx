"use client";
import Link from "next/link";
import { useEffect, useState } from "react";
import { Field } from "@/components/ui/forms/field";
import { Input, PasswordInput } from "@/components/ui/forms/text-input";
import { useLazySchemaForm } from "@/components/ui/forms/use-lazy-schema-form";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { login } from "@/lib/accounts/client";
import type { LoginInput, User } from "@/lib/accounts/schema";
import { signInHref } from "@/lib/platform/http/return-path";
import { isCodeRequired, mapLoginError } from "../form-errors";
import { runSignIn, setViewer } from "../session/session";
import { SubmitButton } from "../submit-button";
import { CodeField, NoCodeHint } from "./code-field";
import { PasskeyButton } from "./passkey-button";
import { useEmailDraft } from "./use-email-draft";
import { usePostLoginRedirect } from "./use-post-login-redirect";

const schema = async () => (await import("@/lib/accounts/schema")).loginBody;

interface SignInFormProps {
  /** Set if the session of a known person has ended. */
  email?: string;
  onSignedIn?: () => void;
}

/** Email and password, then a code if two-step sign-in is on. */
export function SignInForm({ email, onSignedIn }: SignInFormProps) {
  const { form, field, error, show } = useLazySchemaForm(schema, email ? { email } : undefined);
  const [step, setStep] = useState<"password" | "code">("password");
  const handleSignedIn = async (user: User) => {
    await setViewer(user);
    onSignedIn?.();
  };
  const signIn = useDedupedMutation({
    mutationFn: (input: LoginInput) => runSignIn(() => login(input)),
    meta: { handlesError: true },
    onSuccess: handleSignedIn,
    onError(error) {
      if (isCodeRequired(error)) setStep("code");
      else {
        const placed = mapLoginError(error);
        if (placed.fields.some(({ field }) => field !== "code")) {
          form.unregister("code");
          setStep("password");
        }
        show(placed);
      }
    },
  });
  // The re-authentication dialog knows the email already.
  useEmailDraft(form, signIn.isSuccess || email !== undefined);
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
          <NoCodeHint>
            On a device where you are signed in, your password turns two-step sign-in off.
          </NoCodeHint>
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
              prefetch={false}
              // In the re-authentication dialog, the page below keeps its unsaved input.
              target={onSignedIn ? undefined : "_blank"}
              className="link -my-1 inline-block py-1"
            >
              Forgot password?
              {!onSignedIn && <span className="sr-only"> (in a new tab)</span>}
            </Link>
          </p>
        </>
      )}
      <SubmitButton loading={signIn.isPending || signIn.isSuccess}>Sign In</SubmitButton>
      <PasskeyButton onSignedIn={handleSignedIn} />
    </form>
  );
}

/** The form on its own page; a successful sign-in goes to `from`, a path of this site. */
export function LoginForm({ from }: { from: string }) {
  const redirect = usePostLoginRedirect(from);
  return (
    <div className="grid gap-5">
      <SignInForm onSignedIn={redirect} />
      <p className="flex flex-wrap items-center justify-center gap-x-3 gap-y-2">
        New here?{" "}
        <Link
          href={from === "/" ? "/register" : signInHref(from, "/register")}
          prefetch={false}
          className="btn"
        >
          Create an account
        </Link>
      </p>
    </div>
  );
}
