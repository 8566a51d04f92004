"use client";
import { Field } from "@/components/ui/forms/field";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { Input, PasswordInput } from "@/components/ui/forms/text-input";
import { useSchemaForm } from "@/components/ui/forms/use-schema-form";
import { deleteAccount } from "@/lib/accounts/client";
import type { User } from "@/lib/accounts/schema";
import { ownPasswordForm } from "@/lib/accounts/sign-in/security-schema";
import { z } from "@/lib/platform/zod";
import { mapFormError } from "../form-errors";
import { clearSession } from "../session/session";
import { useAccountMutation } from "./use-account-mutation";

interface DeleteAccountDialogProps {
  user: User;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/**
 * Requires the password before the account is deleted; for accounts without a password, the
 * username.
 */
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
  const remove = useAccountMutation({
    mutationFn: deleteAccount,
    async onSuccess() {
      await clearSession();
      window.location.assign("/");
    },
    onError: (failure) =>
      show(mapFormError(failure, ["password"], "Your account could not be deleted")),
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
