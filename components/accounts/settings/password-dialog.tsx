"use client";
import { Field } from "@/components/ui/forms/field";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { PasswordInput } from "@/components/ui/forms/text-input";
import { toast } from "@/components/ui/toast";
import { changePassword } from "@/lib/accounts/client";
import { changePasswordForm, passwordForm, type User } from "@/lib/accounts/schema";
import { appPasswordsRevokedMessage } from "@/lib/accounts/sign-in/security-schema";
import { NewPasswordFields } from "../sign-in/new-password-fields";
import { useAccountForm } from "./use-account-form";

interface PasswordDialogProps {
  user: User;
  /** Whether app passwords exist, which a new password revokes. */
  hasApps: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onChanged: () => void;
}

/** Sets a new password, or the first one of an account that signs in through a service. */
export function PasswordDialog({
  user,
  hasApps,
  open,
  onOpenChange,
  onChanged,
}: PasswordDialogProps) {
  const { field, error, dialog } = useAccountForm(
    user.hasPassword ? changePasswordForm : passwordForm,
    { currentPassword: "", newPassword: "", confirmPassword: "" },
    {
      mutationFn: ({ currentPassword, newPassword }) =>
        changePassword({ currentPassword, newPassword }),
      onSuccess({ message }) {
        onChanged();
        toast.success(message);
        onOpenChange(false);
      },
      failure: "Password change failed",
    },
  );

  return (
    <FormDialog
      {...dialog}
      open={open}
      onOpenChange={onOpenChange}
      title={user.hasPassword ? "Change Password" : "Set a Password"}
      description={[
        user.hasPassword
          ? "You will be signed out on all other devices."
          : "Then you can sign in with your email as well.",
        hasApps ? appPasswordsRevokedMessage : "",
      ].join(" ")}
      action="Save Password"
      className="grid gap-5"
    >
      {user.hasPassword && (
        <Field label="Current password" error={error("currentPassword")}>
          <PasswordInput autoComplete="current-password" {...field("currentPassword")} />
        </Field>
      )}
      <NewPasswordFields field={field} error={error} />
      {/* Password managers look for the account that the new password belongs to. */}
      <input type="text" autoComplete="username" value={user.email} readOnly hidden />
    </FormDialog>
  );
}
