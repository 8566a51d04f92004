"use client";
import { type ComponentType, lazy, Suspense } from "react";
import { useViewer } from "@/components/accounts/use-viewer";
import type { MenuViewer } from "./account-face";

/** Without a connection the menu does not arrive: its first entry stands in for it. */
function PlainAccount() {
  return (
    <a href="/dashboard" className="btn btn-sm">
      Profile & Settings
    </a>
  );
}

const AccountMenu = lazy<ComponentType<{ viewer: MenuViewer }>>(() =>
  import("./account-menu").catch(() => ({ default: PlainAccount })),
);

/**
 * Prerendered as a visitor sees it. Who is signed in becomes known in the browser: until then their
 * link is hidden by `data-session` on <html>, which theme.ts sets before the first paint.
 */
export function AccountSlot() {
  const { viewer, status } = useViewer();
  if (viewer) {
    return (
      <Suspense fallback={<span className="avatar border-transparent" aria-hidden="true" />}>
        <AccountMenu viewer={viewer} />
      </Suspense>
    );
  }
  return (
    <a
      href="/login"
      className={status === "loading" ? "btn btn-sm in-data-session:invisible" : "btn btn-sm"}
    >
      Sign In
    </a>
  );
}
