"use client";
/** The open account menu; loaded by AccountMenu when it is wanted, and open from the start. */
import { LogOut, Settings } from "lucide-react";
import { useSyncExternalStore } from "react";
import { Menu, MenuChoice, MenuItem, MenuLink, MenuRule } from "@/components/ui/menu";
import { displayName } from "@/lib/accounts/display";
import { AccountFace, type MenuViewer } from "./account-face";
import { themeOptions, themeStore } from "./theme";

export default function AccountMenuPopup({
  viewer,
  onSignOut,
  openedBy,
}: {
  viewer: MenuViewer;
  onSignOut: () => void;
  openedBy: "pointer" | "keyboard";
}) {
  const theme = useSyncExternalStore(themeStore.subscribe, themeStore.get, themeStore.getOnServer);
  const name = displayName(viewer);
  return (
    <Menu
      fixed
      defaultOpen={openedBy === "keyboard" ? "keyboard" : true}
      trigger={
        <button type="button" className="block rounded-full" aria-label={`Account menu of ${name}`}>
          <AccountFace viewer={viewer} />
        </button>
      }
      header={
        <div className="px-3 pt-2 pb-1">
          <p className="truncate font-bold">{name}</p>
          <p className="truncate text-sm text-ink-soft">{viewer.email}</p>
        </div>
      }
    >
      <MenuRule />
      <MenuLink href="/dashboard" icon={<Settings aria-hidden="true" />}>
        Profile & Settings
      </MenuLink>
      <MenuItem onSelect={onSignOut} icon={<LogOut aria-hidden="true" />}>
        Sign Out
      </MenuItem>
      <MenuRule />
      <MenuChoice
        label="Theme"
        value={theme}
        onValueChange={themeStore.set}
        options={themeOptions}
      />
    </Menu>
  );
}
