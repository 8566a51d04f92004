"use client";
import Link from "next/link";
import { type ComponentType, lazy, Suspense } from "react";
import type { MenuViewer } from "./account-menu";
import { useViewer } from "./use-viewer";

/** Replaces the menu if its code cannot be loaded: a link to its first entry. */
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
 * Prerendered as visitors see it. The browser learns later who is signed in; until then
 * `data-session` on <html>, set by theme.ts before the first paint, shows the last initials instead
 * of the visitor's link.
 */
export function AccountSlot() {
  const { viewer, status } = useViewer();
  if (viewer) {
    return (
      <Suspense fallback={<span className="avatar-hint" aria-hidden="true" />}>
        <AccountMenu viewer={viewer} />
      </Suspense>
    );
  }
  const isLoading = status === "loading";
  return (
    <>
      {isLoading && (
        <span className="avatar-hint hidden in-data-session:inline-grid" aria-hidden="true" />
      )}
      <Link
        href="/login"
        prefetch={false}
        className={isLoading ? "btn btn-sm in-data-session:hidden" : "btn btn-sm"}
      >
        Sign In
      </Link>
    </>
  );
}
