"use client";
import { Fingerprint } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { toast } from "@/components/ui/toast";
import type { User } from "@/lib/accounts/schema";
import { messageWithFallback } from "@/lib/platform/http/api-error";
import { runSignIn } from "../session/session";

/** Signs in by a passkey of this device or of a phone nearby. */
export function PasskeyButton({ onSignedIn }: { onSignedIn: (user: User) => Promise<void> }) {
  const signIn = useDedupedMutation({
    mutationFn: () =>
      runSignIn(async () =>
        (await import("@/lib/accounts/sign-in/passkey-client")).loginWithPasskey(),
      ),
    meta: { handlesError: true },
    onSuccess: onSignedIn,
    onError: (error) => toast.error(messageWithFallback(error, "Login failed")),
  });
  return (
    <Button loading={signIn.isPending || signIn.isSuccess} onClick={() => signIn.mutate()}>
      <Fingerprint aria-hidden="true" />
      Sign in with a passkey
    </Button>
  );
}
