import path from "node:path";
import { defineConfig, devices } from "@playwright/test";
import { envSchema } from "@/lib/platform/env";
import { CHROMIUM_FLAGS, findChromium } from "@/scripts/testing/chromium";

// `npm run test:e2e` and `npm run shots` choose these; the defaults are for Playwright alone.
const port = process.env.BROWSER_TEST_PORT ?? "3917";
const dataDir = process.env.BROWSER_TEST_DATA_DIR ?? path.resolve(".data", "browser-tests");
const folder = process.env.BROWSER_TEST_FOLDER ?? "tests/e2e";
// The full run has rare cases and the second width too; the fast run has one journey for each screen.
const isFull = Boolean(process.env.BROWSER_TEST_FULL) || folder !== "tests/e2e";
const url = `http://127.0.0.1:${port}`;

const vendors = JSON.parse(process.env.BROWSER_TEST_VENDORS ?? "{}") as Record<string, string>;

// Nothing of the developer's environment or .env file reaches the tests.
const unset = Object.fromEntries(Object.keys(envSchema.shape).map((name) => [name, ""]));

const executablePath = findChromium();

export default defineConfig({
  testDir: folder,
  outputDir: "test-results",
  forbidOnly: Boolean(process.env.CI),
  // Other programs may use the machine at the same time.
  retries: process.env.CI ? 1 : 0,
  // More than there are cores: most of a test is waiting.
  workers: 3,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [["list"]],
  use: {
    baseURL: url,
    // Recording costs every test a third of its time.
    trace: process.env.BROWSER_TEST_TRACE ? "retain-on-failure" : "off",
    launchOptions: { args: CHROMIUM_FLAGS, ...(executablePath && { executablePath }) },
  },
  // @phone: on a phone, in the full run on a desktop too. @phone-full: the other way round.
  // @phone-only: never on a desktop. @full: in the full run alone. A test without a tag: on a desktop.
  projects: [
    {
      name: "desk",
      grepInvert: isFull ? /@phone-only|@measured/ : /@full|@phone(?!-full)|@measured/,
      use: { ...devices["Desktop Chrome"], viewport: { width: 1440, height: 900 } },
    },
    {
      name: "phone",
      // Pictures of the screens are made of all.
      ...(folder === "tests/e2e" && { grep: isFull ? /@phone/ : /@phone(?!-full)/ }),
      ...(!isFull && { grepInvert: /@full/ }),
      // A phone's own scale is seven times the pixels, drawn by the processor.
      use: { ...devices["Pixel 7"], viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 },
    },
    // Tests that measure time run alone, after the others.
    ...(isFull
      ? [
          {
            name: "measured",
            grep: /@measured/,
            dependencies: ["desk", "phone"],
            workers: 1,
            use: { ...devices["Desktop Chrome"], viewport: { width: 1440, height: 900 } },
          },
        ]
      : []),
  ],
  webServer: {
    command: "node scripts/run.mjs scripts/start.ts",
    url: `${url}/api/ready`,
    env: {
      ...unset,
      PORT: port,
      DATA_DIR: dataDir,
      LOG_LEVEL: "warn",
      // The tests say where they come from: tests/support/browser.ts.
      TRUSTED_PROXY_HOPS: "1",
      // Nothing of these tests must outlive the machine: a write need not wait for a busy disk.
      PGOPTIONS: "-c synchronous_commit=off",
      // Steps that fail are tried again as often as ever, but sooner.
      ENGINE_RETRY_BASE_MS: "400",
      ...vendors,
    },
    timeout: 600_000,
    stdout: "pipe",
    stderr: "pipe",
    gracefulShutdown: { signal: "SIGTERM", timeout: 30_000 },
  },
});
