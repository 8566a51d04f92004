"use client";
import { KeyRound } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { CopyField } from "@/components/ui/copy-button";
import type { User } from "@/lib/accounts/schema";
import { removeAppPassword } from "@/lib/accounts/sign-in/security-client";
import type { AppPassword } from "@/lib/accounts/sign-in/security-schema";
import { AppPasswordDialog } from "./app-password-dialog";
import { KeyRow, SettingsRow, SettingsSection } from "./settings-row";

interface ReadingAppsProps {
  user: User;
  /** Address of the OPDS catalogue. */
  catalogue: string;
  appPasswords: AppPassword[];
}

/** The address of the OPDS catalogue and the app passwords that open it. */
export function ReadingApps({ user, catalogue, appPasswords: initial }: ReadingAppsProps) {
  const [appPasswords, setAppPasswords] = useState(initial);
  const [adding, setAdding] = useState(false);
  const start = useRef<HTMLButtonElement>(null);
  return (
    <SettingsSection id="apps" title="Reading apps">
      <div className="grid gap-2 py-4">
        <CopyField
          name="Address for your app"
          label="Copy the address"
          text={catalogue}
          successMessage="Address copied"
          errorMessage={`The address could not be copied. It is ${catalogue}`}
        />
        <p className="text-sm text-ink-soft">
          Add it as a catalogue (OPDS) to a comics app or e-reader, to read stories there page by
          page or to download them. Older apps use{" "}
          <code className="inline-block font-bold text-ink wrap-anywhere">{catalogue}/v1.2</code>.
        </p>
      </div>
      <SettingsRow
        title="App passwords"
        hint={`Each gives an app, with your username ${user.username}, access to your stories, your likes and your reading progress, and nothing else.`}
      >
        <Button ref={start} size="sm" onClick={() => setAdding(true)}>
          <KeyRound aria-hidden="true" />
          Add an App Password
        </Button>
      </SettingsRow>
      {appPasswords.map((appPassword) => (
        <KeyRow
          key={appPassword._id}
          what="app password"
          entry={appPassword}
          effect="The app that uses it is signed out."
          remove={removeAppPassword}
          onRemoved={() => {
            setAppPasswords((shown) => shown.filter(({ _id }) => _id !== appPassword._id));
            start.current?.focus();
          }}
        />
      ))}
      <AppPasswordDialog
        user={user}
        open={adding}
        onOpenChange={setAdding}
        onAdded={(added) => setAppPasswords((shown) => [...shown, added])}
      />
    </SettingsSection>
  );
}
