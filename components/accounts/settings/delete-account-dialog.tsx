"use client";
import { useState } from "react";
import { Field } from "@/components/ui/forms/field";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { Input, PasswordInput } from "@/components/ui/forms/text-input";
import { deleteAccount } from "@/lib/accounts/client";
import type { User } from "@/lib/accounts/schema";
import { ownPasswordForm } from "@/lib/accounts/sign-in/security-schema";
import { z } from "@/lib/platform/zod";
import { clearSession } from "../session/session";
import { useAccountForm } from "./use-account-form";

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
  const [isDeleted, setIsDeleted] = useState(false);
  const { field, error, dialog } = useAccountForm(
    user.hasPassword
      ? ownPasswordForm
      : z.object({
          password: z
            .string()
            .max(200)
            .refine((v) => v === user.username, `Please type ${user.username} to confirm`),
        }),
    { password: "" },
    {
      mutationFn: ({ password }) => deleteAccount(user.hasPassword ? password : ""),
      async onSuccess() {
        setIsDeleted(true);
        await clearSession();
        window.location.assign("/");
      },
      failure: "Your account could not be deleted",
    },
  );

  return (
    <FormDialog
      {...dialog}
      open={open}
      onOpenChange={onOpenChange}
      pending={dialog.pending || isDeleted}
      title="Delete Account"
      action="Delete for Good"
      variant="danger"
      className="grid gap-5"
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
