"use client";
import { useLogout, useViewer } from "@/components/accounts/use-viewer";
import { AccountMenu, SignInLink } from "./account-menu";

/**
 * Prerendered as a visitor sees it. Who is signed in becomes known in the browser: until then their
 * link is hidden by `data-session` on <html>, which theme.ts sets before the first paint.
 */
export function AccountSlot() {
  const { viewer, status } = useViewer();
  const logout = useLogout();
  if (status === "loading") {
    return (
      <span className="in-data-session:invisible">
        <SignInLink />
      </span>
    );
  }
  return <AccountMenu viewer={viewer} status={status} onSignOut={logout} />;
}
