import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "../launcher/ports.ts";
import { provideChromium } from "./provide-chromium.ts";
import { bin, runStep } from "./step.ts";
import { type Tally, tallyPlaywright } from "./tally.ts";

/** Runs the Playwright tests of a folder against a start of their own, with an empty data folder. */
export async function runBrowserSuite(folder: string, args: string[]): Promise<Tally> {
  await provideChromium();
  const dataDir = mkdtempSync(path.join(tmpdir(), "inkwright-browser-"));
  // The database may run as another system user.
  chmodSync(dataDir, 0o755);
  const report = path.join(dataDir, "playwright.json");
  try {
    const { ok } = await runStep(
      [bin("@playwright/test", "playwright"), "test", "--reporter=list,json", ...args],
      {
        show: true,
        env: {
          BROWSER_TEST_PORT: String(await freePort()),
          BROWSER_TEST_DATA_DIR: path.join(dataDir, "data"),
          BROWSER_TEST_FOLDER: folder,
          PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        },
      },
    );
    return tallyPlaywright(report, ok);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
