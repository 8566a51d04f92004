"use client";
import { Fingerprint, Pencil } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/forms/field";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { Input } from "@/components/ui/forms/text-input";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { toast } from "@/components/ui/toast";
import type { User } from "@/lib/accounts/schema";
import { addPasskey, removePasskey, renamePasskey } from "@/lib/accounts/sign-in/passkey-client";
import { type Passkey, passkeyNameBody } from "@/lib/accounts/sign-in/security-schema";
import { PasswordConfirmDialog } from "./password-confirm-dialog";
import { KeyRow, SettingsRow } from "./settings-row";
import { useAccountForm } from "./use-account-form";

/** The passkeys of an account: add one on this device, rename, remove. */
export function Passkeys({ user, initial }: { user: User; initial: Passkey[] }) {
  const [passkeys, setPasskeys] = useState(initial);
  const [asking, setAsking] = useState(false);
  const start = useRef<HTMLButtonElement>(null);
  const onAdded = (passkey: Passkey) => {
    setAsking(false);
    setPasskeys((shown) => [...shown, passkey]);
    toast.success("Your passkey is ready. You can sign in with it from now on.");
  };
  const add = useDedupedMutation({ mutationFn: addPasskey, onSuccess: onAdded });
  return (
    <>
      <SettingsRow
        title="Passkeys"
        hint="Sign in with your fingerprint, face or device PIN instead of your password."
      >
        <Button
          ref={start}
          size="sm"
          loading={add.isPending}
          onClick={() => (user.hasPassword ? setAsking(true) : add.mutate(""))}
        >
          <Fingerprint aria-hidden="true" />
          Add a Passkey
        </Button>
      </SettingsRow>
      {passkeys.map((passkey) => (
        <PasskeyRow
          key={passkey._id}
          passkey={passkey}
          onRenamed={(name) =>
            setPasskeys((shown) =>
              shown.map((each) => (each._id === passkey._id ? { ...each, name } : each)),
            )
          }
          onRemoved={() => {
            setPasskeys((shown) => shown.filter(({ _id }) => _id !== passkey._id));
            start.current?.focus();
          }}
        />
      ))}
      <PasswordConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Add a passkey"
        description="Enter your password, then follow the steps on your device."
        action="Continue"
        change={addPasskey}
        onDone={onAdded}
      />
    </>
  );
}

interface PasskeyRowProps {
  passkey: Passkey;
  onRenamed: (name: string) => void;
  onRemoved: () => void;
}

function PasskeyRow({ passkey, onRenamed, onRemoved }: PasskeyRowProps) {
  const [naming, setNaming] = useState(false);
  return (
    <KeyRow
      what="passkey"
      entry={passkey}
      effect="You can no longer sign in with it."
      remove={removePasskey}
      onRemoved={onRemoved}
    >
      <Button size="sm" label={`Rename ${passkey.name}`} onClick={() => setNaming(true)}>
        <Pencil aria-hidden="true" />
        Rename
      </Button>
      <PasskeyNameDialog
        passkey={passkey}
        open={naming}
        onOpenChange={setNaming}
        onRenamed={onRenamed}
      />
    </KeyRow>
  );
}

interface PasskeyNameDialogProps {
  passkey: Passkey;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onRenamed: (name: string) => void;
}

function PasskeyNameDialog({ passkey, open, onOpenChange, onRenamed }: PasskeyNameDialogProps) {
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
