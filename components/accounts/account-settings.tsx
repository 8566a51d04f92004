"use client";
import { Download, KeyRound, LogOut, Mail, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { InlineConfirm } from "@/components/ui/inline-confirm";
import { useIsDialogOpen } from "@/components/ui/open-dialogs";
import { toast } from "@/components/ui/toast";
import { askForExport, disconnect, exportAddress, startConnecting } from "@/lib/accounts/client";
import { exportName } from "@/lib/accounts/export";
import { sendVerification } from "@/lib/accounts/recovery-client";
import type { Provider, User } from "@/lib/accounts/schema";
import type { WaysIn } from "@/lib/accounts/security-schema";
import { DeleteAccountDialog } from "./delete-account-dialog";
import { useOAuth } from "./oauth-buttons";
import { Passkeys } from "./passkeys";
import { PasswordDialog } from "./password-dialog";
import { askWho } from "./session";
import { Row } from "./settings-row";
import { TwoStepRow } from "./two-step";
import { useAccountChange } from "./use-account-change";
import { useLogout } from "./use-logout";
import { WithoutAi } from "./without-ai";

interface AccountSettingsProps {
  user: User;
  providers: Provider[];
  waysIn: WaysIn;
  sendsMail: boolean;
  onPasswordSet: () => void;
}

/** What is listed: another list of the server's takes the place of what is shown. */
export const idsOf = (list: readonly { _id: string }[]): string =>
  list.map(({ _id }) => _id).join();

/** Password, connected services, signing out, and the end of it all. */
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
        {!user.emailVerified && <Unconfirmed user={user} sendsMail={sendsMail} />}
        <Row
          title="Password"
          hint={
            user.hasPassword
              ? "A new one signs you out everywhere else."
              : "You have none yet. Set one to sign in with your email as well."
          }
        >
          <Button size="sm" onClick={() => setOpen("password")}>
            <KeyRound aria-hidden="true" />
            {user.hasPassword ? "Change Password" : "Set a Password"}
          </Button>
        </Row>
        <Passkeys key={`passkeys ${idsOf(passkeys)}`} user={user} initial={passkeys} />
        <TwoStepRow
          key={`two-step ${twoStep.isOn} ${twoStep.recoveryCodes}`}
          user={user}
          initial={twoStep}
        />
        {providers.map((provider) => (
          <Connection
            key={`${provider.id} ${connected.includes(provider.id)}`}
            provider={provider}
            isConnected={connected.includes(provider.id)}
            isLastWay={!user.hasPassword && connected.length === 1}
          />
        ))}
        <WithoutAi key={`without-ai ${user.hidesAi}`} user={user} />
        <Row title="Sign out" hint="Ends your session in this browser.">
          <Button size="sm" loading={isLeaving} onClick={logout}>
            <LogOut aria-hidden="true" />
            Sign Out
          </Button>
        </Row>
        <Takeout user={user} />
        <Row title="Delete account" hint="Your profile, your stories and their pictures, for good.">
          <Button size="sm" variant="danger" onClick={() => setOpen("delete")}>
            <Trash2 aria-hidden="true" />
            Delete Account
          </Button>
        </Row>
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

/** The account works as it is; a lost password comes back by mail, so the address had better be right. */
function Unconfirmed({ user, sendsMail }: { user: User; sendsMail: boolean }) {
  const { refresh } = useRouter();
  const again = useAccountChange({
    change: sendVerification,
    onDone({ message }) {
      if (sendsMail) toast.success(message);
      else toast.info(message);
      refresh();
    },
  });
  // What is open in a dialog would go with the page of before.
  const isDialogOpen = useIsDialogOpen();
  const look = useEffectEvent(async () => {
    if (isDialogOpen) return;
    const viewer = await askWho().catch(() => null);
    if (viewer?.emailVerified) refresh();
  });
  // The link is opened in another tab, or on another device.
  useEffect(() => {
    const onFocus = () => void look();
    window.addEventListener("focus", onFocus);
    return () => window.removeEventListener("focus", onFocus);
  }, []);
  return (
    <Row
      title="Email not confirmed yet"
      hint={`${
        sendsMail
          ? `Open the link in the newest mail to ${user.email}, or have one sent.`
          : `This site sends no mail yet: whoever runs it has the link for ${user.email}.`
      } A lost password can only come back through that address.`}
    >
      <Button size="sm" loading={again.isPending} onClick={() => again.mutate()}>
        <Mail aria-hidden="true" />
        Send Again
      </Button>
    </Row>
  );
}

/** A link to the file, so that the browser saves it as it comes, however long it is. */
export function Takeout({ user }: { user: User }) {
  const name = exportName(user.username);
  const ask = useAccountChange({
    change: askForExport,
    onDone() {
      const link = document.createElement("a");
      link.href = exportAddress;
      link.download = name;
      link.click();
      toast.success(`${name} is on its way to your downloads.`);
    },
  });
  return (
    <Row
      title="Your data"
      hint={`Your profile, stories, pictures, likes and costs in one file: ${name}.`}
    >
      <Button size="sm" loading={ask.isPending} onClick={() => ask.mutate()}>
        <Download aria-hidden="true" />
        Download My Data
      </Button>
    </Row>
  );
}

function Connection({
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
  // What was pressed is gone.
  useEffect(() => {
    if (!connected && wasRemoved.current) connect.current?.focus();
    wasRemoved.current = false;
  }, [connected]);
  const remove = useAccountChange({
    change: disconnect,
    onDone() {
      wasRemoved.current = true;
      setConnected(false);
      toast.success(`${provider.name} is disconnected.`);
    },
  });
  const hint = connected
    ? `You can sign in with ${provider.name}.`
    : `Connect ${provider.name} to sign in with it.`;
  return (
    <Row title={provider.name} hint={hint}>
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
        <p className="text-sm text-ink-soft">Your only way in: set a password first.</p>
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
    </Row>
  );
}
