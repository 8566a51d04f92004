"use client";
import { useState } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { takeFocus } from "@/components/ui/utils/take-focus";
import { confirmTwoStep } from "@/lib/accounts/sign-in/security-client";
import { secondStepBody, type TwoStepSecret } from "@/lib/accounts/sign-in/security-schema";
import { CodeField } from "../sign-in/code-field";
import { useAccountForm } from "./use-account-form";

interface TwoStepDialogProps {
  secret: TwoStepSecret;
  onTurnedOn: (recoveryCodes: string[]) => void;
  onClosed: () => void;
}

/** The secret for the authenticator app, its first code, and the recovery codes, shown once. */
export function TwoStepDialog({ secret, onTurnedOn, onClosed }: TwoStepDialogProps) {
  const [open, setOpen] = useState(true);
  const [codes, setCodes] = useState<string[]>([]);
  const { field, error, dialog } = useAccountForm(
    secondStepBody,
    { code: "" },
    {
      mutationFn: ({ code }) => confirmTwoStep(code),
      onSuccess(made) {
        setCodes(made);
        onTurnedOn(made);
      },
      failure: "That did not work",
    },
  );
  return (
    <FormDialog
      {...dialog}
      size="md"
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      title="Scan this code"
      description="Open your authenticator app and scan it, then enter the code that the app shows."
      action="Turn On"
      className="grid gap-5"
      result={
        codes.length === 0
          ? null
          : {
              title: "Save your recovery codes",
              description:
                "Two-step sign-in is on. If you lose your phone, each of these codes signs you in once. They are not shown again.",
              done: "I Have Saved Them",
              content: <RecoveryCodes codes={codes} />,
            }
      }
    >
      <Secret secret={secret} />
      <CodeField
        error={error("code")}
        field={field("code")}
        hint="The six digits that the app shows now"
      />
    </FormDialog>
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
          ref={takeFocus}
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
