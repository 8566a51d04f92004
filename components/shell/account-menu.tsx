"use client";
/**
 * The avatar with its menu. Comes with a session (account-slot.tsx), and the menu itself (Base UI)
 * when somebody reaches for it.
 */
import { lazy, Suspense, useState } from "react";
import { useLogout } from "@/components/accounts/use-logout";
import { AccountFace, type MenuViewer } from "./account-face";

const loadPopup = () => import("./account-menu-popup");
const AccountMenuPopup = lazy(loadPopup);

export default function AccountMenu({ viewer }: { viewer: MenuViewer }) {
  const onSignOut = useLogout();
  const [wanted, setWanted] = useState<"pointer" | "keyboard" | null>(null);
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
