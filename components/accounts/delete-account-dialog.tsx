"use client";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input, PasswordInput } from "@/components/ui/text-input";
import { useSchemaForm } from "@/components/ui/use-schema-form";
import { deleteAccount } from "@/lib/accounts/client";
import type { User } from "@/lib/accounts/schema";
import { ownPasswordForm } from "@/lib/accounts/security-schema";
import { z } from "@/lib/platform/zod";
import { placeError } from "./form-errors";
import { forget } from "./session";
import { useAccountChange } from "./use-account-change";

interface DeleteAccountDialogProps {
  user: User;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Asks for the password, or for the username where there is none, before everything is gone. */
export function DeleteAccountDialog({ user, open, onOpenChange }: DeleteAccountDialogProps) {
  const { form, field, error, show } = useSchemaForm(
    user.hasPassword
      ? ownPasswordForm
      : z.object({
          password: z
            .string()
            .max(200)
            .refine((v) => v === user.username, `Please type ${user.username} to confirm`),
        }),
    { password: "" },
  );
  const remove = useAccountChange({
    change: deleteAccount,
    async onDone() {
      await forget();
      window.location.assign("/");
    },
    onFailure: (failure) =>
      show(placeError(failure, ["password"], "Your account could not be deleted")),
  });
  const busy = remove.isPending || remove.isSuccess;

  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      onClosed={() => form.reset()}
      pending={busy}
      size="sm"
      title="Delete Account"
      action="Delete for Good"
      variant="danger"
      className="grid gap-5"
      onSubmit={form.handleSubmit(({ password }) =>
        remove.mutate(user.hasPassword ? password : ""),
      )}
    >
      <p>
        Your profile, your stories with all their pictures, and your likes are deleted at once.
        Remixes that others made of your stories stay. This cannot be undone.
      </p>
      {user.hasPassword ? (
        <Field label="Password" error={error("password")}>
          <PasswordInput autoComplete="current-password" {...field("password")} />
        </Field>
      ) : (
        <Field label={`Type ${user.username} to confirm`} error={error("password")}>
          <Input autoComplete="off" autoCapitalize="none" {...field("password")} />
        </Field>
      )}
    </FormDialog>
  );
}
