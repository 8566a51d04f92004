import { existsSync } from "node:fs";
import path from "node:path";
import { chromium } from "@playwright/test";

const PLACES: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: [
    // Chromium without a window: a test needs about half the CPU time.
    "/usr/bin/chromium-headless-shell",
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome-stable",
    "/usr/bin/google-chrome",
    "/snap/bin/chromium",
  ],
  darwin: [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
  ],
  win32: ["ProgramFiles", "ProgramFiles(x86)", "LOCALAPPDATA"].map((name) =>
    path.join(process.env[name] ?? "C:\\", "Google", "Chrome", "Application", "chrome.exe"),
  ),
};

/**
 * The browser of the tests: CHROMIUM_PATH, an installed Chromium or Chrome, or Playwright's own.
 */
export function findChromium(): string | null {
  const configured = process.env.CHROMIUM_PATH;
  if (configured) return configured;
  const own = chromium.executablePath();
  return [...(PLACES[process.platform] ?? []), own].find((place) => existsSync(place)) ?? null;
}

/** No window, no sandbox (it needs rights that containers lack), no background requests. */
export const CHROMIUM_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
