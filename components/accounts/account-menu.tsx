"use client";
import { LogOut, Settings, UsersRound } from "lucide-react";
import { useEffect, useSyncExternalStore } from "react";
import { themeOptions, themeStore } from "@/components/shell/theme";
import { Menu, MenuItem, MenuLink, MenuRadioGroup, MenuSeparator } from "@/components/ui/menu";
import { Avatar } from "@/components/ui/pictures/avatar";
import { soundPreference } from "@/components/ui/sound";
import { preloadToaster } from "@/components/ui/toast";
import { displayName, initials } from "@/lib/accounts/display-name";
import type { User } from "@/lib/accounts/schema";
import { useLogout } from "./session/use-logout";

const soundOptions = [
  { value: "on", label: "On" },
  { value: "off", label: "Off" },
] as const;

export type MenuViewer = Pick<User, "username" | "email"> &
  Partial<Pick<User, "firstName" | "lastName" | "avatar">>;

/** The avatar with its menu, loaded once the viewer is known to be signed in. */
export default function AccountMenu({ viewer }: { viewer: MenuViewer }) {
  const { logout } = useLogout();
  const theme = useSyncExternalStore(themeStore.subscribe, themeStore.get, themeStore.getOnServer);
  useEffect(preloadToaster, []);
  const sounds = useSyncExternalStore(
    soundPreference.subscribe,
    soundPreference.get,
    soundPreference.getOnServer,
  );
  const name = displayName(viewer);
  return (
    <Menu
      trigger={(props) => (
        <button type="button" className="block rounded-full" {...props}>
          <Avatar src={viewer.avatar} initials={initials(viewer)} seed={viewer.username} />
          <span className="sr-only">Account menu of {name}</span>
        </button>
      )}
      header={
        <div className="px-3 pt-2 pb-1">
          <p className="truncate font-bold">{name}</p>
          <p className="truncate text-sm text-ink-soft">{viewer.email}</p>
        </div>
      }
    >
      <MenuSeparator />
      <MenuLink href="/my-cast" icon={UsersRound}>
        My Cast
      </MenuLink>
      <MenuLink href="/dashboard" icon={Settings}>
        Profile & Settings
      </MenuLink>
      <MenuItem onSelect={logout} icon={LogOut}>
        Sign Out
      </MenuItem>
      <MenuSeparator />
      <MenuRadioGroup
        label="Theme"
        value={theme}
        onValueChange={themeStore.set}
        options={themeOptions}
      />
      <MenuRadioGroup
        label="Sounds"
        value={sounds ? "on" : "off"}
        onValueChange={(next) => soundPreference.set(next === "on")}
        options={soundOptions}
      />
    </Menu>
  );
}
