"use client";
import { Field } from "@/components/ui/forms/field";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { Input } from "@/components/ui/forms/text-input";
import { useSchemaForm } from "@/components/ui/forms/use-schema-form";
import { renamePasskey } from "@/lib/accounts/sign-in/passkey-client";
import { type Passkey, passkeyNameBody } from "@/lib/accounts/sign-in/security-schema";
import { mapFormError } from "../form-errors";
import { useAccountMutation } from "./use-account-mutation";

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
  const { form, field, error, show } = useSchemaForm(passkeyNameBody, { name: passkey.name });
  const save = useAccountMutation({
    mutationFn: async (name: string) => {
      await renamePasskey(passkey._id, name);
      return name;
    },
    onSuccess(name) {
      onRenamed(name);
      onOpenChange(false);
    },
    onError: (failure) => show(mapFormError(failure, ["name"], "The name could not be saved")),
  });
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      onClosed={() => form.reset({ name: passkey.name })}
      pending={save.isPending}
      size="sm"
      title="Rename the passkey"
      action="Save"
      onSubmit={form.handleSubmit(({ name }) => save.mutate(name))}
    >
      <Field label="Name" error={error("name")}>
        <Input autoComplete="off" {...field("name")} />
      </Field>
    </FormDialog>
  );
}
