"use client";
import { useLayoutEffect, useState } from "react";
import {
  applySettings,
  forgetSettings,
  keepSettings,
  type ReadingSettings,
  readSettings,
  usual,
} from "./comforts/settings";

/** How this person likes to read; known once the page is in the browser. */
export function useSettings() {
  const [settings, setSettings] = useState(usual);

  useLayoutEffect(() => {
    const kept = readSettings();
    applySettings(kept);
    setSettings(kept);
    return forgetSettings;
  }, []);

  function change(next: Partial<ReadingSettings>) {
    const changed = { ...settings, ...next };
    keepSettings(changed);
    applySettings(changed);
    setSettings(changed);
  }

  return [settings, change] as const;
}
