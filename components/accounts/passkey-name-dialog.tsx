"use client";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/text-input";
import { useSchemaForm } from "@/components/ui/use-schema-form";
import { renamePasskey } from "@/lib/accounts/passkey-client";
import { type Passkey, passkeyNameBody } from "@/lib/accounts/security-schema";
import { placeError } from "./form-errors";
import { useAccountChange } from "./use-account-change";

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
  const save = useAccountChange({
    change: async (name: string) => {
      await renamePasskey(passkey._id, name);
      return name;
    },
    onDone(name) {
      onRenamed(name);
      onOpenChange(false);
    },
    onFailure: (failure) => show(placeError(failure, ["name"], "The name could not be saved")),
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
