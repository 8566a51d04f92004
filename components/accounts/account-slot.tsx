"use client";
import Link from "next/link";
import { type ComponentType, lazy, Suspense } from "react";
import type { MenuViewer } from "./account-menu";
import { useViewer } from "./use-viewer";

/** Without a connection the menu does not arrive: its first entry stands in for it. */
function PlainAccount() {
  return (
    <Link href="/dashboard" className="btn btn-sm">
      Profile & Settings
    </Link>
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
    <Link
      href="/login"
      prefetch={false}
      className={status === "loading" ? "btn btn-sm in-data-session:invisible" : "btn btn-sm"}
    >
      Sign In
    </Link>
  );
}
