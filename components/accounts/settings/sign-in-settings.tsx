"use client";
import { KeyRound, Mail, Pencil } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { InlineConfirm } from "@/components/ui/inline-confirm";
import { toast } from "@/components/ui/toast";
import { useIsDialogOpen } from "@/components/ui/utils/open-dialogs";
import { disconnect, startConnecting } from "@/lib/accounts/client";
import type { Provider, User } from "@/lib/accounts/schema";
import { sendVerification } from "@/lib/accounts/sign-in/recovery-client";
import type { SignInMethods } from "@/lib/accounts/sign-in/security-schema";
import { refetchViewer } from "../session/session";
import { useOAuth } from "../sign-in/oauth-buttons";
import { joinIds } from "./join-ids";
import { Passkeys } from "./passkeys";
import { PasswordDialog } from "./password-dialog";
import { SettingsRow, SettingsSection } from "./settings-row";
import { TwoStepRow } from "./two-step-row";

interface SignInSettingsProps {
  user: User;
  providers: Provider[];
  waysIn: SignInMethods;
  sendsMail: boolean;
  onEditEmail: () => void;
  onPasswordSet: () => void;
}

/** Email, password and the other ways to sign in. */
export function SignInSettings({
  user,
  providers,
  waysIn: { connected, twoStep, passkeys, appPasswords },
  sendsMail,
  onEditEmail,
  onPasswordSet,
}: SignInSettingsProps) {
  const [isChanging, setIsChanging] = useState(false);
  return (
    <SettingsSection title="Email and password">
      {user.emailVerified ? (
        <SettingsRow title="Email" hint={user.email}>
          <Button size="sm" onClick={onEditEmail}>
            <Pencil aria-hidden="true" />
            Change Email
          </Button>
        </SettingsRow>
      ) : (
        <UnconfirmedEmailRow user={user} sendsMail={sendsMail} />
      )}
      <SettingsRow
        title="Password"
        hint={
          user.hasPassword
            ? "Changing it signs you out on all other devices."
            : "You have no password yet. Set one to sign in with your email too."
        }
      >
        <Button size="sm" onClick={() => setIsChanging(true)}>
          <KeyRound aria-hidden="true" />
          {user.hasPassword ? "Change Password" : "Set a Password"}
        </Button>
      </SettingsRow>
      <TwoStepRow
        key={`two-step ${twoStep.isOn} ${twoStep.recoveryCodes}`}
        user={user}
        initial={twoStep}
      />
      <Passkeys key={`passkeys ${joinIds(passkeys)}`} user={user} initial={passkeys} />
      {providers.map((provider) => (
        <ConnectionRow
          key={`${provider.id} ${connected.includes(provider.id)}`}
          provider={provider}
          isConnected={connected.includes(provider.id)}
          isLastWay={!user.hasPassword && connected.length === 1}
        />
      ))}
      <PasswordDialog
        user={user}
        hasApps={appPasswords.length > 0}
        open={isChanging}
        onOpenChange={setIsChanging}
        onChanged={onPasswordSet}
      />
    </SettingsSection>
  );
}

/** The account works without a confirmed email, but a lost password can only be reset by mail. */
function UnconfirmedEmailRow({ user, sendsMail }: { user: User; sendsMail: boolean }) {
  const { refresh } = useRouter();
  const again = useDedupedMutation({
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
  const hint = connected
    ? `You can sign in with ${provider.name}.`
    : `Connect ${provider.name} to sign in with it.`;
  return (
    <SettingsRow title={provider.name} hint={hint}>
      {!connected && (
        <Button size="sm" loading={leaving !== undefined} onClick={() => start(provider)}>
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
          onConfirm={async () => {
            await disconnect(provider.id);
            setConnected(false);
            toast.success(`${provider.name} is disconnected.`);
          }}
        />
      )}
    </SettingsRow>
  );
}
