"use client";
import { useId } from "react";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { FormFoot } from "@/components/ui/form-foot";
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
  const formId = useId();
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
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      onClosed={() => form.reset({ name: passkey.name })}
      locked={save.isPending}
      size="sm"
      title="Rename the passkey"
      footer={
        <FormFoot form={formId} loading={save.isPending} onCancel={() => onOpenChange(false)}>
          Save
        </FormFoot>
      }
    >
      <form id={formId} noValidate onSubmit={form.handleSubmit(({ name }) => save.mutate(name))}>
        <Field label="Name" error={error("name")}>
          <Input autoComplete="off" {...field("name")} />
        </Field>
      </form>
    </Dialog>
  );
}
