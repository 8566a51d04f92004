"use client";
import { useLayoutEffect, useState } from "react";
import type { Mode } from "./navigation/keyboard-shortcuts";
import {
  applySettings,
  clearAppliedSettings,
  defaultSettings,
  type ReadingSettings,
  readSettings,
  saveSettings,
} from "./reading-settings";

/**
 * Reading preferences, known after hydration. A temporary mode replaces the chosen one.
 * @param isStrip whether the panels of each scene are a column
 */
export function useReadingSettings(isStrip: boolean) {
  const [settings, setSettings] = useState(defaultSettings);
  const [isKnown, setKnown] = useState(false);
  const [temporaryMode, setTemporaryMode] = useState<Mode | null>(null);
  const mode = temporaryMode ?? settings.mode;
  const { width } = settings;

  useLayoutEffect(() => {
    setSettings(readSettings(isStrip));
    setKnown(true);
    return clearAppliedSettings;
  }, [isStrip]);

  useLayoutEffect(() => {
    if (isKnown) applySettings({ mode, width });
  }, [isKnown, mode, width]);

  function change(next: Partial<ReadingSettings>) {
    saveSettings(next);
    // Not the settings of this render: a mode changes only once its code has loaded.
    setSettings((current) => ({ ...current, ...next }));
  }

  return { settings, isKnown, mode, temporaryMode, change, setTemporaryMode };
}
