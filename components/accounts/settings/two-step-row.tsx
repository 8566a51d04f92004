"use client";
import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import type { User } from "@/lib/accounts/schema";
import { beginTwoStep, endTwoStep } from "@/lib/accounts/sign-in/security-client";
import type { TwoStep, TwoStepSecret } from "@/lib/accounts/sign-in/security-schema";
import { PasswordConfirmDialog } from "./password-confirm-dialog";
import { SettingsRow } from "./settings-row";
import { TwoStepDialog } from "./two-step-dialog";

/** Turns two-step sign-in on and off. */
export function TwoStepRow({ user, initial }: { user: User; initial: TwoStep }) {
  const [state, setState] = useState(initial);
  const [asking, setAsking] = useState(false);
  const [secret, setSecret] = useState<TwoStepSecret | null>(null);
  const { isOn, recoveryCodes } = state;
  const remaining = `${recoveryCodes} recovery ${recoveryCodes === 1 ? "code is" : "codes are"} left.`;
  const hint = isOn
    ? `On. You enter a code from your authenticator app after your password. ${remaining}`
    : user.hasPassword
      ? "Off. Turn it on to require a code from your phone after your password."
      : "Set a password first. You enter the code after it.";
  return (
    <SettingsRow title="Two-step sign-in" hint={hint}>
      {(isOn || user.hasPassword) && (
        <Button size="sm" onClick={() => setAsking(true)}>
          <ShieldCheck aria-hidden="true" />
          {isOn ? "Turn Off" : "Turn On"}
          <span className="sr-only"> two-step sign-in</span>
        </Button>
      )}
      {isOn ? (
        <PasswordConfirmDialog
          open={asking}
          onOpenChange={setAsking}
          title="Turn off two-step sign-in"
          description="You will sign in with your password alone, and your recovery codes stop working. To get new codes, turn it on again."
          action="Turn Off"
          variant="danger"
          change={endTwoStep}
          onDone={({ message }) => {
            setAsking(false);
            setState({ isOn: false, recoveryCodes: 0 });
            toast.success(message);
          }}
        />
      ) : (
        <PasswordConfirmDialog
          open={asking}
          onOpenChange={setAsking}
          title="Turn on two-step sign-in"
          description="You need an authenticator app on your phone. Enter your password to start."
          action="Continue"
          change={beginTwoStep}
          onDone={(made) => {
            setAsking(false);
            setSecret(made);
          }}
        />
      )}
      {secret && (
        <TwoStepDialog
          secret={secret}
          onTurnedOn={(codes) => setState({ isOn: true, recoveryCodes: codes.length })}
          onClosed={() => setSecret(null)}
        />
      )}
    </SettingsRow>
  );
}
