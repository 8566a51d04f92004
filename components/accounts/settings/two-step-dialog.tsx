"use client";
import { useEffect, useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { FormFooter } from "@/components/ui/forms/form-footer";
import { useSchemaForm } from "@/components/ui/forms/use-schema-form";
import { confirmTwoStep } from "@/lib/accounts/sign-in/security-client";
import { secondStepBody, type TwoStepSecret } from "@/lib/accounts/sign-in/security-schema";
import { mapFormError } from "../form-errors";
import { CodeField } from "../sign-in/code-field";
import { useAccountMutation } from "./use-account-mutation";

interface TwoStepDialogProps {
  secret: TwoStepSecret;
  onTurnedOn: (recoveryCodes: string[]) => void;
  onClosed: () => void;
}

/** The secret for the authenticator app, its first code, and the recovery codes, shown once. */
export function TwoStepDialog({ secret, onTurnedOn, onClosed }: TwoStepDialogProps) {
  const formId = useId();
  const [open, setOpen] = useState(true);
  const [codes, setCodes] = useState<string[]>([]);
  const { form, field, error, show } = useSchemaForm(secondStepBody, { code: "" });
  const confirm = useAccountMutation({
    mutationFn: confirmTwoStep,
    onSuccess(made) {
      setCodes(made);
      onTurnedOn(made);
    },
    onError: (failure) => show(mapFormError(failure, ["code"], "That did not work")),
  });
  const isOn = codes.length > 0;
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      // The recovery codes are shown only once: a press outside must not close the dialog.
      isUndismissible={isOn}
      locked={confirm.isPending}
      title={isOn ? "Save your recovery codes" : "Scan this code"}
      description={
        isOn
          ? "Two-step sign-in is on. If you lose your phone, each of these codes signs you in once. They are not shown again."
          : "Open your authenticator app and scan it, then enter the code that the app shows."
      }
      footer={
        isOn ? (
          // Ignores the second press of a double click.
          <Button variant="primary" loading={false} onClick={() => setOpen(false)}>
            I Have Saved Them
          </Button>
        ) : (
          <FormFooter form={formId} loading={confirm.isPending} onCancel={() => setOpen(false)}>
            Turn On
          </FormFooter>
        )
      }
    >
      {isOn ? (
        <RecoveryCodes codes={codes} />
      ) : (
        <form
          id={formId}
          noValidate
          className="grid gap-5"
          onSubmit={form.handleSubmit(({ code }) => confirm.mutate(code))}
        >
          <Secret secret={secret} />
          <CodeField
            error={error("code")}
            field={field("code")}
            hint="The six digits that the app shows now"
          />
        </form>
      )}
    </Dialog>
  );
}

function Secret({ secret: { secret, address, qr } }: { secret: TwoStepSecret }) {
  return (
    <div className="grid justify-items-center gap-3 text-center">
      {/* Black on white in both themes, for cameras. */}
      <svg
        role="img"
        aria-label="QR code of the secret below"
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        shapeRendering="crispEdges"
        className="w-52 rounded-card border-2 border-ink"
      >
        <rect width={qr.size} height={qr.size} fill="#fff" />
        <path d={qr.path} fill="#000" />
      </svg>
      <p className="text-sm text-ink-soft">
        No camera? Type this secret into the app, or{" "}
        <a href={address} className="link">
          open it on this device
        </a>
        :
      </p>
      <code className="text-balance font-bold">{secret.replace(/(.{4})(?=.)/g, "$1 ")}</code>
    </div>
  );
}

function RecoveryCodes({ codes }: { codes: string[] }) {
  const first = useRef<HTMLButtonElement>(null);
  // The pressed button unmounts: keep the focus in the dialog.
  useEffect(() => first.current?.focus(), []);
  return (
    <div className="grid gap-4">
      <ul className="grid gap-x-6 gap-y-1 sm:grid-cols-2" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code className="font-bold">{code}</code>
          </li>
        ))}
      </ul>
      <div>
        <CopyButton
          ref={first}
          size="sm"
          text={codes.join("\n")}
          successMessage="Your recovery codes are copied."
          errorMessage="They could not be copied. Please write them down."
        >
          Copy All
        </CopyButton>
      </div>
    </div>
  );
}
