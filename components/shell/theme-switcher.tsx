"use client";
import { Monitor, Moon, Sun } from "lucide-react";
import { useSyncExternalStore } from "react";
import { themeOptions, themeStore } from "./theme";

const icons = { light: Sun, dark: Moon, system: Monitor } as const;

const frameClasses =
  "grid h-9 w-10 cursor-pointer place-items-center rounded-[3px] text-ink-soft hover:text-ink has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-blue";

/** Light, dark or system, as three small frames in the footer, for visitors too. */
export function ThemeSwitcher() {
  const theme = useSyncExternalStore(themeStore.subscribe, themeStore.get, themeStore.getOnServer);
  return (
    <fieldset className="flex rounded-control border-2 border-ink">
      <legend className="sr-only">Theme</legend>
      {themeOptions.map(({ value, label }) => {
        const Icon = icons[value];
        return (
          <label key={value} className={frameClasses} title={label}>
            <input
              type="radio"
              name="theme"
              value={value}
              className="sr-only"
              checked={theme === value}
              onChange={() => themeStore.set(value)}
            />
            <Icon aria-hidden="true" size={18} />
            <span className="sr-only">{label}</span>
          </label>
        );
      })}
    </fieldset>
  );
}
