"use client";
import { Field } from "@/components/ui/forms/field";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { Input } from "@/components/ui/forms/text-input";
import { renamePasskey } from "@/lib/accounts/sign-in/passkey-client";
import { type Passkey, passkeyNameBody } from "@/lib/accounts/sign-in/security-schema";
import { useAccountForm } from "./use-account-mutation";

interface PasskeyNameDialogProps {
  passkey: Passkey;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onRenamed: (name: string) => void;
}

export function PasskeyNameDialog({
  passkey,
  open,
  onOpenChange,
  onRenamed,
}: PasskeyNameDialogProps) {
  const { field, error, dialog } = useAccountForm(
    passkeyNameBody,
    { name: passkey.name },
    {
      mutationFn: ({ name }) => renamePasskey(passkey._id, name).then(() => name),
      onSuccess(name) {
        onRenamed(name);
        onOpenChange(false);
      },
      failure: "The name could not be saved",
    },
  );
  return (
    <FormDialog
      {...dialog}
      open={open}
      onOpenChange={onOpenChange}
      title="Rename the passkey"
      action="Save"
    >
      <Field label="Name" error={error("name")}>
        <Input autoComplete="off" {...field("name")} />
      </Field>
    </FormDialog>
  );
}
