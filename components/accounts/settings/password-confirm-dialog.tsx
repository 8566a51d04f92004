"use client";
import type { ComponentProps } from "react";
import { Field } from "@/components/ui/forms/field";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { PasswordInput } from "@/components/ui/forms/text-input";
import { ownPasswordForm } from "@/lib/accounts/sign-in/security-schema";
import { useAccountForm } from "./use-account-form";

interface PasswordConfirmDialogProps<Out>
  extends Pick<
    ComponentProps<typeof FormDialog>,
    "open" | "onOpenChange" | "title" | "description" | "action" | "variant"
  > {
  change: (password: string) => Promise<Out>;
  onDone: (output: Out) => void;
}

/** Asks for the password again before an action that a borrowed browser must not allow. */
export function PasswordConfirmDialog<Out>({
  change,
  onDone: onSuccess,
  ...shown
}: PasswordConfirmDialogProps<Out>) {
  const { field, error, dialog } = useAccountForm(
    ownPasswordForm,
    { password: "" },
    {
      mutationFn: ({ password }) => change(password),
      onSuccess,
      failure: "That did not work",
    },
  );
  return (
    <FormDialog {...dialog} {...shown}>
      <Field label="Password" error={error("password")}>
        <PasswordInput autoComplete="current-password" {...field("password")} />
      </Field>
    </FormDialog>
  );
}
