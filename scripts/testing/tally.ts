import { existsSync, readFileSync } from "node:fs";

/** How many tests passed and failed. */
export interface Tally {
  passed: number;
  failed: number;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
}

interface PlaywrightReport {
  stats: { expected: number; flaky: number; unexpected: number };
  errors: unknown[];
}

function read<T>(file: string): T | null {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}

/** A suite that failed in a way its report does not show counts as one failure more. */
function atLeastOneFailure(tally: Tally, ok: boolean): Tally {
  return ok || tally.failed > 0 ? tally : { ...tally, failed: 1 };
}

/** Vitest's JSON report; a file that could not be loaded or prepared counts as one failure. */
export function tallyVitest(file: string, ok: boolean): Tally {
  const report = read<VitestReport>(file);
  if (!report) return atLeastOneFailure({ passed: 0, failed: 0 }, false);
  const unprepared = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && assertionResults.every((test) => test.status !== "failed"),
  ).length;
  const tally = { passed: report.numPassedTests, failed: report.numFailedTests + unprepared };
  return atLeastOneFailure(tally, ok);
}

/**
 * Playwright's JSON report. A test that passed only at its second try has passed: Playwright names
 * it as flaky above the sum.
 */
export function tallyPlaywright(file: string, ok: boolean): Tally {
  const report = read<PlaywrightReport>(file);
  if (!report) return atLeastOneFailure({ passed: 0, failed: 0 }, false);
  const { expected, flaky, unexpected } = report.stats;
  const failed = unexpected === 0 ? report.errors.length : unexpected;
  return atLeastOneFailure({ passed: expected + flaky, failed }, ok);
}

/** The sum over all suites. */
export function sum(tallies: Tally[]): Tally {
  return tallies.reduce(
    (total, { passed, failed }) => ({
      passed: total.passed + passed,
      failed: total.failed + failed,
    }),
    { passed: 0, failed: 0 },
  );
}
