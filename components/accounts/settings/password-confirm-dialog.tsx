"use client";
import type { ReactNode } from "react";
import { Field } from "@/components/ui/forms/field";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { PasswordInput } from "@/components/ui/forms/text-input";
import { useSchemaForm } from "@/components/ui/forms/use-schema-form";
import { ownPasswordForm } from "@/lib/accounts/sign-in/security-schema";
import { mapFormError } from "../form-errors";
import { useAccountMutation } from "./use-account-mutation";

interface PasswordConfirmDialogProps<Out> {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: ReactNode;
  /** Label of the button. */
  action: string;
  isDangerous?: boolean;
  change: (password: string) => Promise<Out>;
  onDone: (output: Out) => void;
}

/** Asks for the password again before an action that a borrowed browser must not allow. */
export function PasswordConfirmDialog<Out>({
  open,
  onOpenChange,
  title,
  description,
  action,
  isDangerous,
  change: mutationFn,
  onDone: onSuccess,
}: PasswordConfirmDialogProps<Out>) {
  const { form, field, error, show } = useSchemaForm(ownPasswordForm, { password: "" });
  const send = useAccountMutation({
    mutationFn,
    onSuccess,
    onError: (failure) => show(mapFormError(failure, ["password"], "That did not work")),
  });
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      onClosed={() => form.reset()}
      pending={send.isPending}
      size="sm"
      title={title}
      description={description}
      action={action}
      variant={isDangerous ? "danger" : "primary"}
      onSubmit={form.handleSubmit(({ password }) => send.mutate(password))}
    >
      <Field label="Password" error={error("password")}>
        <PasswordInput autoComplete="current-password" {...field("password")} />
      </Field>
    </FormDialog>
  );
}
