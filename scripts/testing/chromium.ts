import { existsSync } from "node:fs";
import path from "node:path";
import { chromium } from "@playwright/test";
import { run } from "../../prisma/postgres/run.ts";
import { StartupError } from "../../prisma/postgres/startup-error.ts";
import { bin, runNode } from "../launcher/run-node.ts";

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

async function installPackage(): Promise<void> {
  if (process.getuid?.() !== 0 || (await run("which", ["apt-get"])).code !== 0) return;
  console.log("Installing Chromium for the tests …");
  await run("apt-get", ["update"]);
  const install = ["install", "--yes", "--no-install-recommends"];
  const { code } = await run("apt-get", [...install, "chromium-headless-shell"]);
  // Older systems have only the whole package.
  if (code !== 0) await run("apt-get", [...install, "chromium"]);
}

/**
 * Ensures that there is a browser for the tests: an installed one, else the system's package (as
 * root on Debian and its relatives), else Playwright's own download. CI installs the package even
 * if a browser exists: it starts faster.
 */
export async function ensureChromium(): Promise<void> {
  const isQuick = Boolean(process.env.CHROMIUM_PATH) || findChromium()?.endsWith("headless-shell");
  if (!findChromium() || (process.env.CI && !isQuick)) await installPackage();
  if (findChromium()) return;
  console.log("Downloading a browser for the tests …");
  await runNode([bin("@playwright/test", "playwright"), "install", "chromium"]);
  if (findChromium()) return;
  throw new StartupError(
    "The browser tests need Chromium or Chrome, and none could be installed. Install one, or set CHROMIUM_PATH to its program.",
  );
}
