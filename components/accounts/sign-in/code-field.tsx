import type { ReactNode } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { Field } from "@/components/ui/forms/field";
import { Input } from "@/components/ui/forms/text-input";

interface CodeFieldProps {
  error: string | undefined;
  field: UseFormRegisterReturn;
  hint?: string;
}

/** Second step: a code of an authenticator app, or a recovery code, which has letters. */
export function CodeField({
  error,
  field,
  hint = "Six digits from your authenticator app, or one of your recovery codes",
}: CodeFieldProps) {
  return (
    <Field label="Code" description={hint} error={error}>
      <Input autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} {...field} />
    </Field>
  );
}

/**
 * Alternatives for people who have lost both (docs/decisions/0035-sign-in.md).
 */
export function NoCodeHint({ children }: { children?: ReactNode }) {
  return (
    <p className="text-sm text-ink-soft">
      No code? Sign in with a passkey or a connected service instead. {children}
    </p>
  );
}
