import { run } from "../../prisma/postgres/run.ts";
import { StartupError } from "../../prisma/postgres/startup-error.ts";
import { findChromium } from "./chromium.ts";
import { bin, runStep } from "./step.ts";

async function reaches(url: string): Promise<boolean> {
  try {
    await fetch(url, { method: "HEAD", signal: AbortSignal.timeout(5000) });
    return true;
  } catch {
    return false;
  }
}

/**
 * Makes sure that there is a browser for the tests: an installed one, else Playwright's own
 * download, else (as root on Debian and its relatives) the system's package.
 */
export async function provideChromium(): Promise<void> {
  if (findChromium()) return;
  if (await reaches("https://cdn.playwright.dev")) {
    console.log("Downloading a browser for the tests …");
    await runStep([bin("@playwright/test", "playwright"), "install", "chromium"]);
    if (findChromium()) return;
  }
  if (process.getuid?.() === 0 && (await run("which", ["apt-get"])).code === 0) {
    console.log("Installing Chromium for the tests …");
    await run("apt-get", ["update"]);
    await run("apt-get", ["install", "--yes", "--no-install-recommends", "chromium"]);
    if (findChromium()) return;
  }
  throw new StartupError(
    "The browser tests need Chromium or Chrome, and none could be installed. Install one, or set CHROMIUM_PATH to its program.",
  );
}
