// The configuration of `npm run mutate` (run.ts).
export default {
  testRunner: "vitest",
  vitest: { configFile: "tests/mutation/vitest.config.ts", related: false },
  coverageAnalysis: "perTest",
  // Two at once: each has a worker of vitest, and all of them share one PostgreSQL.
  concurrency: 2,
  // Module-level values, such as a table of texts, would need all of its tests each time.
  ignoreStatic: true,
  ignorePatterns: [
    ".data",
    ".cache",
    "docs",
    "shots",
    "test-results",
    "tests/screenshots",
    "reports",
  ],
  tempDirName: ".cache/stryker",
  timeoutMS: 60_000,
  dryRunTimeoutMinutes: 15,
  disableTypeChecks: false,
  allowConsoleColors: false,
  reporters: ["clear-text", "json"],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
};
