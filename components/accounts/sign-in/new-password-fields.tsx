import type { UseFormRegisterReturn } from "react-hook-form";
import { Field } from "@/components/ui/forms/field";
import { PasswordInput } from "@/components/ui/forms/text-input";
import { passwordRules } from "@/lib/accounts/sign-in/password-rules";

type Name = "newPassword" | "confirmPassword";

interface NewPasswordFieldsProps {
  field: (name: Name, clears?: Name[]) => UseFormRegisterReturn;
  error: (name: Name) => string | undefined;
}

/** A new password, typed twice. */
export function NewPasswordFields({ field, error }: NewPasswordFieldsProps) {
  return (
    <>
      <Field
        label="New password"
        description={passwordRules}
        isDescriptionPersistent
        error={error("newPassword")}
      >
        <PasswordInput autoComplete="new-password" {...field("newPassword", ["confirmPassword"])} />
      </Field>
      <Field label="Confirm new password" error={error("confirmPassword")}>
        <PasswordInput autoComplete="new-password" {...field("confirmPassword")} />
      </Field>
    </>
  );
}
