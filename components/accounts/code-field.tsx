import type { UseFormRegisterReturn } from "react-hook-form";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/text-input";

/** The second step: a code of an authenticator app, or a recovery code, which has letters. */
export function CodeField({
  error,
  field,
}: {
  error: string | undefined;
  field: UseFormRegisterReturn;
}) {
  return (
    <Field
      label="Code"
      description="Six digits from your authenticator app, or one of your recovery codes"
      error={error}
    >
      <Input autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} {...field} />
    </Field>
  );
}
