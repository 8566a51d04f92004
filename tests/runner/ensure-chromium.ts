import { run } from "../../prisma/postgres/run.ts";
import { StartupError } from "../../prisma/postgres/startup-error.ts";
import { bin, runNode } from "../../scripts/launcher/run-node.ts";
import { findChromium } from "./chromium.ts";

async function installPackage(): Promise<void> {
  if (process.getuid?.() !== 0 || (await run("which", ["apt-get"])).code !== 0) return;
  console.log("Installing Chromium for the tests …");
  await run("apt-get", ["update"]);
  const install = ["install", "--yes", "--no-install-recommends"];
  const { code } = await run("apt-get", [...install, "chromium-headless-shell"]);
  // Older systems have only the whole package.
  if (code !== 0) await run("apt-get", [...install, "chromium"]);
}

// Not in chromium.ts: the Playwright configuration loads that as CommonJS, without import.meta.

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
