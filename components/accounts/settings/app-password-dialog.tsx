"use client";
import { useEffect, useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/forms/field";
import { FormFooter } from "@/components/ui/forms/form-footer";
import { Input, PasswordInput } from "@/components/ui/forms/text-input";
import { useSchemaForm } from "@/components/ui/forms/use-schema-form";
import type { User } from "@/lib/accounts/schema";
import { addAppPassword } from "@/lib/accounts/sign-in/security-client";
import { type AppPassword, appPasswordForm } from "@/lib/accounts/sign-in/security-schema";
import { mapFormError } from "../form-errors";
import { useAccountMutation } from "./use-account-mutation";

interface AppPasswordDialogProps {
  user: User;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onAdded: (appPassword: AppPassword) => void;
}

/** Asks for the app's name and shows its password once. */
export function AppPasswordDialog({ user, open, onOpenChange, onAdded }: AppPasswordDialogProps) {
  const formId = useId();
  const [secret, setSecret] = useState<string | null>(null);
  const { form, field, error, show } = useSchemaForm(appPasswordForm, { name: "", password: "" });
  const add = useAccountMutation({
    mutationFn: addAppPassword,
    onSuccess(made) {
      setSecret(made.secret);
      onAdded(made.appPassword);
    },
    onError: (failure) =>
      show(mapFormError(failure, ["name", "password"], "The app password could not be made")),
  });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      onClosed={() => {
        form.reset();
        setSecret(null);
      }}
      // The password is shown only once: a press outside must not close the dialog.
      isUndismissible={secret !== null}
      locked={add.isPending}
      size="sm"
      title={secret ? "Your app password" : "Add an app password"}
      description={
        secret
          ? `Enter it in the app with your username ${user.username}. It is not shown again.`
          : "Use a separate one for each app or device, so that you can remove them one by one."
      }
      footer={
        secret ? (
          // Ignores the second press of a double click.
          <Button variant="primary" loading={false} onClick={() => onOpenChange(false)}>
            I Have Saved It
          </Button>
        ) : (
          <FormFooter form={formId} loading={add.isPending} onCancel={() => onOpenChange(false)}>
            Add
          </FormFooter>
        )
      }
    >
      {secret ? (
        <Secret secret={secret} />
      ) : (
        <form
          id={formId}
          noValidate
          className="grid gap-5"
          onSubmit={form.handleSubmit((values) => add.mutate(values))}
        >
          <Field label="Name" description="For example, My e-reader" error={error("name")}>
            <Input autoComplete="off" {...field("name")} />
          </Field>
          {user.hasPassword && (
            <Field label="Password" description="Your account password" error={error("password")}>
              <PasswordInput autoComplete="current-password" {...field("password")} />
            </Field>
          )}
        </form>
      )}
    </Dialog>
  );
}

function Secret({ secret }: { secret: string }) {
  const button = useRef<HTMLButtonElement>(null);
  // The pressed button unmounts: keep the focus in the dialog.
  useEffect(() => button.current?.focus(), []);
  return (
    <div className="grid justify-items-start gap-4">
      <code className="break-all font-bold text-lg">{secret}</code>
      <CopyButton
        ref={button}
        size="sm"
        text={secret}
        successMessage="Your app password is copied."
        errorMessage="It could not be copied. Please write it down."
      />
    </div>
  );
}
