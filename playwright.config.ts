import path from "node:path";
import { defineConfig, devices } from "@playwright/test";
import { envSchema } from "@/lib/platform/env";
import { CHROMIUM_FLAGS, findChromium } from "@/tests/runner/chromium";

// `npm run test:e2e` and `npm run shots` set these; the defaults serve a direct run of Playwright.
const port = process.env.BROWSER_TEST_PORT ?? "3917";
const dataDir = process.env.BROWSER_TEST_DATA_DIR ?? path.resolve(".data", "browser-tests");
const folder = process.env.BROWSER_TEST_FOLDER ?? "tests/e2e";
// The full run adds rare cases and the second width; the fast run has one journey per screen.
const isFull = Boolean(process.env.BROWSER_TEST_FULL) || folder !== "tests/e2e";
const url = `http://127.0.0.1:${port}`;

const vendors = JSON.parse(process.env.BROWSER_TEST_VENDORS ?? "{}") as Record<string, string>;

// Keeps the developer's environment and .env file away from the tests.
const unset = Object.fromEntries(Object.keys(envSchema.shape).map((name) => [name, ""]));

const executablePath = findChromium();

export default defineConfig({
  testDir: folder,
  outputDir: "test-results",
  forbidOnly: Boolean(process.env.CI),
  // Other programs may use the machine at the same time.
  retries: process.env.CI ? 1 : 0,
  // One more than the two cores: tests mostly wait.
  workers: 3,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [["list"]],
  use: {
    baseURL: url,
    // Recording makes each test a third slower.
    trace: process.env.BROWSER_TEST_TRACE ? "retain-on-failure" : "off",
    launchOptions: { args: CHROMIUM_FLAGS, ...(executablePath && { executablePath }) },
  },
  // Untagged tests run on a desktop. @phone: on a phone; in the full run on a desktop as well.
  // @phone-full: on a desktop; in the full run on a phone as well. @phone-only: never on a desktop.
  // @full: only in the full run.
  projects: [
    {
      name: "desk",
      grepInvert: isFull ? /@phone-only|@measured/ : /@full|@phone(?!-full)|@measured/,
      use: { ...devices["Desktop Chrome"], viewport: { width: 1440, height: 900 } },
    },
    {
      name: "phone",
      // Screenshots are taken of every screen.
      ...(folder === "tests/e2e" && { grep: isFull ? /@phone/ : /@phone(?!-full)/ }),
      ...(!isFull && { grepInvert: /@full/ }),
      // A real phone's scale has seven times as many pixels, which are rendered in software.
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
      // Tests choose their client address (tests/support/browser.ts).
      TRUSTED_PROXY_HOPS: "1",
      // Test data need not survive a crash, so writes do not wait for a busy disk.
      PGOPTIONS: "-c synchronous_commit=off",
      // Failed steps are retried as often as in production, but sooner.
      ENGINE_RETRY_BASE_MS: "400",
      ...vendors,
    },
    timeout: 600_000,
    stdout: "pipe",
    stderr: "pipe",
    gracefulShutdown: { signal: "SIGTERM", timeout: 30_000 },
  },
});
