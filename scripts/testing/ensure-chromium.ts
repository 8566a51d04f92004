import { run } from "../../prisma/postgres/run.ts";
import { StartupError } from "../../prisma/postgres/startup-error.ts";
import { findChromium } from "./chromium.ts";
import { bin, runStep } from "./run-step.ts";

async function reaches(url: string): Promise<boolean> {
  try {
    await fetch(url, { method: "HEAD", signal: AbortSignal.timeout(5000) });
    return true;
  } catch {
    return false;
  }
}

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
 * Ensures that there is a browser for the tests: an installed one, else Playwright's own download,
 * else (as root on Debian and its relatives) the system's package. CI installs the package even if
 * a browser exists: it starts faster.
 */
export async function ensureChromium(): Promise<void> {
  const isGiven = Boolean(process.env.CHROMIUM_PATH);
  const isQuick = findChromium()?.endsWith("headless-shell");
  if (process.env.CI && !isGiven && !isQuick) await installPackage();
  if (findChromium()) return;
  if (await reaches("https://cdn.playwright.dev")) {
    console.log("Downloading a browser for the tests …");
    await runStep([bin("@playwright/test", "playwright"), "install", "chromium"]);
    if (findChromium()) return;
  }
  await installPackage();
  if (findChromium()) return;
  throw new StartupError(
    "The browser tests need Chromium or Chrome, and none could be installed. Install one, or set CHROMIUM_PATH to its program.",
  );
}
