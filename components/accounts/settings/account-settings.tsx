"use client";
import { Download, KeyRound, LogOut, Mail, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { InlineConfirm } from "@/components/ui/inline-confirm";
import { useIsDialogOpen } from "@/components/ui/open-dialogs";
import { toast } from "@/components/ui/toast";
import {
  checkExportAvailable,
  disconnect,
  exportUrl,
  startConnecting,
} from "@/lib/accounts/client";
import { exportFileName } from "@/lib/accounts/export-file-name";
import { sendVerification } from "@/lib/accounts/recovery-client";
import type { Provider, User } from "@/lib/accounts/schema";
import type { SignInMethods } from "@/lib/accounts/security-schema";
import { refetchViewer } from "../session/session";
import { useLogout } from "../session/use-logout";
import { useOAuth } from "../sign-in/oauth-buttons";
import { DeleteAccountDialog } from "./delete-account-dialog";
import { HideAiSetting } from "./hide-ai-setting";
import { Passkeys } from "./passkeys";
import { PasswordDialog } from "./password-dialog";
import { SettingsRow } from "./settings-row";
import { TwoStepRow } from "./two-step-row";
import { useAccountMutation } from "./use-account-mutation";

interface AccountSettingsProps {
  user: User;
  providers: Provider[];
  waysIn: SignInMethods;
  sendsMail: boolean;
  onPasswordSet: () => void;
}

/** Key of a list, so that a different list from the server replaces the shown list. */
export const joinIds = (list: readonly { _id: string }[]): string =>
  list.map(({ _id }) => _id).join();

/** Password, connected services, sign-out and deletion of the account. */
export function AccountSettings({
  user,
  providers,
  waysIn: { connected, twoStep, passkeys, appPasswords },
  sendsMail,
  onPasswordSet,
}: AccountSettingsProps) {
  const [open, setOpen] = useState<"password" | "delete" | null>(null);
  const { logout, isLeaving } = useLogout();
  return (
    <section aria-labelledby="settings-title" className="grid gap-4">
      <h2 id="settings-title" className="display text-2xl">
        Account
      </h2>
      <div className="rounded-card border-2 border-ink bg-sheet px-6 py-2 sm:px-8">
        {!user.emailVerified && <UnconfirmedEmailRow user={user} sendsMail={sendsMail} />}
        <SettingsRow
          title="Password"
          hint={
            user.hasPassword
              ? "Changing it signs you out on all other devices."
              : "You have no password yet. Set one to sign in with your email too."
          }
        >
          <Button size="sm" onClick={() => setOpen("password")}>
            <KeyRound aria-hidden="true" />
            {user.hasPassword ? "Change Password" : "Set a Password"}
          </Button>
        </SettingsRow>
        <Passkeys key={`passkeys ${joinIds(passkeys)}`} user={user} initial={passkeys} />
        <TwoStepRow
          key={`two-step ${twoStep.isOn} ${twoStep.recoveryCodes}`}
          user={user}
          initial={twoStep}
        />
        {providers.map((provider) => (
          <ConnectionRow
            key={`${provider.id} ${connected.includes(provider.id)}`}
            provider={provider}
            isConnected={connected.includes(provider.id)}
            isLastWay={!user.hasPassword && connected.length === 1}
          />
        ))}
        <HideAiSetting key={`without-ai ${user.hidesAi}`} user={user} />
        <SettingsRow title="Sign out" hint="Ends your session in this browser.">
          <Button size="sm" loading={isLeaving} onClick={logout}>
            <LogOut aria-hidden="true" />
            Sign Out
          </Button>
        </SettingsRow>
        <ExportDataRow user={user} />
        <SettingsRow
          title="Delete account"
          hint="Permanently deletes your profile, your stories and their pictures."
        >
          <Button size="sm" variant="danger" onClick={() => setOpen("delete")}>
            <Trash2 aria-hidden="true" />
            Delete Account
          </Button>
        </SettingsRow>
      </div>
      <PasswordDialog
        user={user}
        hasApps={appPasswords.length > 0}
        open={open === "password"}
        onOpenChange={(next) => setOpen(next ? "password" : null)}
        onChanged={onPasswordSet}
      />
      <DeleteAccountDialog
        user={user}
        open={open === "delete"}
        onOpenChange={(next) => setOpen(next ? "delete" : null)}
      />
    </section>
  );
}

/**
 * The account works unconfirmed; a lost password comes back by mail, so the address should be
 * right.
 */
function UnconfirmedEmailRow({ user, sendsMail }: { user: User; sendsMail: boolean }) {
  const { refresh } = useRouter();
  const again = useAccountMutation({
    mutationFn: sendVerification,
    onSuccess({ message }) {
      if (sendsMail) toast.success(message);
      else toast.info(message);
      refresh();
    },
  });
  // A refresh would drop the content of an open dialog.
  const isDialogOpen = useIsDialogOpen();
  const checkConfirmed = useEffectEvent(async () => {
    if (isDialogOpen) return;
    const viewer = await refetchViewer().catch(() => null);
    if (viewer?.emailVerified) refresh();
  });
  // People open the link in another tab or on another device.
  useEffect(() => {
    const onFocus = () => void checkConfirmed();
    window.addEventListener("focus", onFocus);
    return () => window.removeEventListener("focus", onFocus);
  }, []);
  return (
    <SettingsRow
      title="Email not confirmed yet"
      hint={`${
        sendsMail
          ? `Open the link in the latest email to ${user.email}, or request a new one.`
          : `This site sends no email yet. Its administrator has the link for ${user.email}.`
      } You need a confirmed email to reset your password.`}
    >
      <Button size="sm" loading={again.isPending} onClick={() => again.mutate()}>
        <Mail aria-hidden="true" />
        Send Again
      </Button>
    </SettingsRow>
  );
}

/** A plain link, so that the browser streams the file to disk whatever its size. */
export function ExportDataRow({ user }: { user: User }) {
  const name = exportFileName(user.username);
  const ask = useAccountMutation({
    mutationFn: checkExportAvailable,
    onSuccess() {
      const link = document.createElement("a");
      link.href = exportUrl;
      link.download = name;
      link.click();
      toast.success(`${name} is being downloaded.`);
    },
  });
  return (
    <SettingsRow
      title="Your data"
      hint={`Your profile, stories, pictures, likes and costs in one file: ${name}.`}
    >
      <Button size="sm" loading={ask.isPending} onClick={() => ask.mutate()}>
        <Download aria-hidden="true" />
        Download My Data
      </Button>
    </SettingsRow>
  );
}

function ConnectionRow({
  provider,
  isConnected,
  isLastWay,
}: {
  provider: Provider;
  isConnected: boolean;
  isLastWay: boolean;
}) {
  const [connected, setConnected] = useState(isConnected);
  const { leaving, start } = useOAuth("/dashboard", startConnecting);
  const connect = useRef<HTMLButtonElement>(null);
  const wasRemoved = useRef(false);
  // The pressed button unmounts: move the focus.
  useEffect(() => {
    if (!connected && wasRemoved.current) connect.current?.focus();
    wasRemoved.current = false;
  }, [connected]);
  const remove = useAccountMutation({
    mutationFn: disconnect,
    onSuccess() {
      wasRemoved.current = true;
      setConnected(false);
      toast.success(`${provider.name} is disconnected.`);
    },
  });
  const hint = connected
    ? `You can sign in with ${provider.name}.`
    : `Connect ${provider.name} to sign in with it.`;
  return (
    <SettingsRow title={provider.name} hint={hint}>
      {!connected && (
        <Button
          ref={connect}
          size="sm"
          loading={leaving !== undefined}
          onClick={() => start(provider)}
        >
          Connect {provider.name}
        </Button>
      )}
      {connected && isLastWay && (
        <p className="text-sm text-ink-soft">Your only way to sign in. Set a password first.</p>
      )}
      {connected && !isLastWay && (
        <InlineConfirm
          label={`Disconnect ${provider.name}`}
          question={`Stop signing in with ${provider.name}?`}
          confirmLabel="Disconnect"
          icon={null}
          onConfirm={() => remove.mutateAsync(provider.id).then(() => undefined)}
        />
      )}
    </SettingsRow>
  );
}
