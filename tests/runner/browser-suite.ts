import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "../../prisma/postgres/free-port.ts";
import { bin, runNode } from "../../scripts/launcher/run-node.ts";
import { ROOT } from "../../scripts/launcher/settings.ts";
import { ensureChromium } from "./ensure-chromium.ts";
import { type Tally, tallyPlaywright } from "./suites.ts";

/**
 * Runs the Playwright tests of a folder against a start of their own, with an empty data folder.
 * `full` also runs tests tagged `@full` and `@measured`. With the argument `--vendors`, mock
 * servers that speak the vendors' protocols provide texts, pictures, videos and objects, instead of
 * the demo studio and a folder.
 */
export async function runBrowserSuite(
  folder: string,
  words: string[],
  { full = false } = {},
): Promise<Tally> {
  const args = words.filter((word) => word !== "--vendors");
  await ensureChromium();
  const vendors = args.length < words.length ? await startMockProviders() : null;
  const dataDir = mkdtempSync(path.join(tmpdir(), "inkwright-browser-"));
  // The database may run as another system user.
  chmodSync(dataDir, 0o755);
  const report = path.join(dataDir, "playwright.json");
  try {
    const { ok } = await runNode(
      [bin("@playwright/test", "playwright"), "test", "--reporter=list,json", ...args],
      {
        show: true,
        env: {
          BROWSER_TEST_PORT: String(await freePort()),
          BROWSER_TEST_DATA_DIR: path.join(dataDir, "data"),
          BROWSER_TEST_FOLDER: folder,
          BROWSER_TEST_FULL: full ? "1" : "",
          PLAYWRIGHT_JSON_OUTPUT_FILE: report,
          ...(vendors && { BROWSER_TEST_VENDORS: vendors.env }),
        },
      },
    );
    return tallyPlaywright(report, ok);
  } finally {
    await vendors?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Starts mock servers of the vendors; their first line has the settings that use them, as JSON. */
async function startMockProviders(): Promise<{ env: string; stop: () => Promise<void> }> {
  const child = spawn(
    process.execPath,
    ["--conditions=react-server", "scripts/run.mjs", "tests/protocol/mock-providers.ts"],
    { cwd: ROOT, stdio: ["ignore", "pipe", "inherit"] },
  );
  const ended = once(child, "exit");
  const lines = createInterface({ input: child.stdout });
  const [env] = await Promise.race([
    once(lines, "line"),
    ended.then(() => {
      throw new Error("The vendors' servers did not start.");
    }),
  ]);
  lines.on("line", (line) => console.log(line));
  return {
    env,
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
