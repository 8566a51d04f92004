// What `npm run mutate` (run.ts) changes one thing after the other in.
export default {
  testRunner: "vitest",
  vitest: { configFile: "tests/mutation/vitest.config.ts", related: false },
  coverageAnalysis: "perTest",
  // Two at once: each has a worker of vitest, and all of them share one PostgreSQL.
  concurrency: 2,
  // What is made once for a file, such as a table of texts, would need all of its tests each time.
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
