"use client";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { Dialog } from "@/components/ui/dialog";
import { fetchProviders } from "@/lib/accounts/client";
import { SignInForm } from "../sign-in/login-form";
import { OAuthButtons } from "../sign-in/oauth-buttons";
import { useViewer } from "../use-viewer";
import { settleSignInPrompt, signInPromptStore } from "./reauthenticate";
import { getLastViewer } from "./session";

/**
 * Lets a person sign in again on the same page after their session has ended, and continues the
 * pending action.
 */
export function ReauthenticationDialog() {
  const { subscribe, isOpen } = signInPromptStore;
  const open = useSyncExternalStore(subscribe, isOpen, () => false);
  const { viewer } = useViewer();
  const providers = useQuery({
    queryKey: ["providers"],
    queryFn: ({ signal }) => fetchProviders(signal),
  });
  // Signed in here or in another tab.
  useEffect(() => {
    if (open && viewer) void settleSignInPrompt(viewer);
  }, [open, viewer]);
  return (
    <Dialog
      open={open}
      onOpenChange={() => void settleSignInPrompt(null)}
      size="sm"
      title="Sign in to continue"
      description="Your session has expired. Your text is still here, and your action continues once you are signed in."
    >
      <div className="grid gap-5">
        <SignInForm email={getLastViewer()?.email ?? ""} />
        {(providers.data?.length ?? 0) > 0 && (
          <p className="text-sm text-ink-soft">
            The buttons below leave this page. Repeat your last action when you are back.
          </p>
        )}
        <OAuthButtons
          providers={providers.data ?? []}
          from={window.location.pathname + window.location.search + window.location.hash}
        />
      </div>
    </Dialog>
  );
}
