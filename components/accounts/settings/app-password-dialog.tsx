"use client";
import { useState } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { Field } from "@/components/ui/forms/field";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { Input, PasswordInput } from "@/components/ui/forms/text-input";
import { takeFocus } from "@/components/ui/utils/take-focus";
import type { User } from "@/lib/accounts/schema";
import { addAppPassword } from "@/lib/accounts/sign-in/security-client";
import { type AppPassword, appPasswordForm } from "@/lib/accounts/sign-in/security-schema";
import { useAccountForm } from "./use-account-form";

interface AppPasswordDialogProps {
  user: User;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onAdded: (appPassword: AppPassword) => void;
}

/** Asks for the app's name and shows its password once. */
export function AppPasswordDialog({ user, open, onOpenChange, onAdded }: AppPasswordDialogProps) {
  const [secret, setSecret] = useState<string | null>(null);
  const { field, error, dialog } = useAccountForm(
    appPasswordForm,
    { name: "", password: "" },
    {
      mutationFn: addAppPassword,
      onSuccess(made) {
        setSecret(made.secret);
        onAdded(made.appPassword);
      },
      failure: "The app password could not be made",
    },
  );
  return (
    <FormDialog
      {...dialog}
      open={open}
      onOpenChange={onOpenChange}
      onClosed={() => {
        dialog.onClosed();
        setSecret(null);
      }}
      title="Add an app password"
      description="Use a separate one for each app or device, so that you can remove them one by one."
      action="Add"
      className="grid gap-5"
      result={
        secret === null
          ? null
          : {
              title: "Your app password",
              description: `Enter it in the app with your username ${user.username}. It is not shown again.`,
              done: "I Have Saved It",
              content: (
                <div className="grid justify-items-start gap-4">
                  <code className="break-all font-bold text-lg">{secret}</code>
                  <CopyButton
                    ref={takeFocus}
                    size="sm"
                    text={secret}
                    successMessage="Your app password is copied."
                    errorMessage="It could not be copied. Please write it down."
                  />
                </div>
              ),
            }
      }
    >
      <Field label="Name" description="For example, My e-reader" error={error("name")}>
        <Input autoComplete="off" {...field("name")} />
      </Field>
      {user.hasPassword && (
        <Field label="Password" description="Your account password" error={error("password")}>
          <PasswordInput autoComplete="current-password" {...field("password")} />
        </Field>
      )}
    </FormDialog>
  );
}
