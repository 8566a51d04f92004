"use client";
/**
 * The header's right end: 'Sign In', or the avatar with its menu, as the caller says who is there.
 *
 *   <AccountMenu viewer={viewer} status={status} onSignOut={logout} />
 *
 * While `status` is "loading" it holds the place of the avatar. The menu itself (Base UI) is loaded
 * when somebody reaches for it, so that pages for visitors carry none of it.
 */
import Link from "next/link";
import { lazy, Suspense, useState } from "react";
import { AccountFace, type MenuViewer } from "./account-face";

interface AccountMenuProps {
  viewer: MenuViewer | null;
  status: "loading" | "authenticated" | "unauthenticated";
  /** Logs out and goes to /login. */
  onSignOut: () => void;
}

const loadPopup = () => import("./account-menu-popup");
const AccountMenuPopup = lazy(loadPopup);

export function SignInLink() {
  return (
    <Link href="/login" className="btn btn-sm">
      Sign In
    </Link>
  );
}

export function AccountMenu({ viewer, status, onSignOut }: AccountMenuProps) {
  const [wanted, setWanted] = useState<"pointer" | "keyboard" | null>(null);
  if (status === "loading")
    return <span className="avatar border-transparent" aria-hidden="true" />;
  if (!viewer) return <SignInLink />;

  const button = (
    <AccountButton viewer={viewer} onReach={() => void loadPopup()} onWant={setWanted} />
  );
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <AccountMenuPopup viewer={viewer} onSignOut={onSignOut} openedBy={wanted} />
    </Suspense>
  );
}

function AccountButton({
  viewer,
  onReach,
  onWant,
}: {
  viewer: MenuViewer;
  onReach: () => void;
  onWant: (by: "pointer" | "keyboard") => void;
}) {
  return (
    <button
      type="button"
      className="block rounded-full"
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={onReach}
      onFocus={onReach}
      // A click that a key made has no count.
      onClick={(event) => onWant(event.detail === 0 ? "keyboard" : "pointer")}
      onKeyDown={(event) => {
        if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
        event.preventDefault();
        onWant("keyboard");
      }}
    >
      <AccountFace viewer={viewer} />
    </button>
  );
}
