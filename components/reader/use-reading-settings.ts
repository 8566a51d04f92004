"use client";
import { useLayoutEffect, useState } from "react";
import {
  applySettings,
  clearAppliedSettings,
  defaultSettings,
  type ReadingSettings,
  readSettings,
  saveSettings,
} from "./reading-settings";

/** Reading preferences; known after hydration. */
export function useReadingSettings() {
  const [settings, setSettings] = useState(defaultSettings);

  useLayoutEffect(() => {
    const stored = readSettings();
    applySettings(stored);
    setSettings(stored);
    return clearAppliedSettings;
  }, []);

  function change(next: Partial<ReadingSettings>) {
    const changed = { ...settings, ...next };
    saveSettings(changed);
    applySettings(changed);
    setSettings(changed);
  }

  return [settings, change] as const;
}
