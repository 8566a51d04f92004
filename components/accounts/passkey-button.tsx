"use client";
import { Fingerprint } from "lucide-react";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { useWrite } from "@/components/ui/use-write";
import { loginWithPasskey } from "@/lib/accounts/passkey-client";
import type { User } from "@/lib/accounts/schema";
import { textOf } from "@/lib/platform/http/api-error";
import { signingIn } from "./session";

/** Signs in without email and password, by what this device or a phone beside it holds. */
export function PasskeyButton({ onSignedIn }: { onSignedIn: (user: User) => Promise<void> }) {
  const signIn = useWrite({
    mutationFn: () => signingIn(loginWithPasskey),
    meta: { handlesError: true },
    onSuccess: onSignedIn,
    onError: (error) => toast.error(textOf(error, "Login failed")),
  });
  return (
    <Button loading={signIn.isPending || signIn.isSuccess} onClick={() => signIn.mutate()}>
      <Fingerprint aria-hidden="true" />
      Sign in with a passkey
    </Button>
  );
}
