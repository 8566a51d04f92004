import { existsSync, readFileSync } from "node:fs";

/**
 * The number of passed and failed tests, with a line for each failure: its title and the beginning
 * of its reason.
 */
export interface Tally {
  passed: number;
  failed: number;
  /** Passed tests that failed at first and passed on a retry. */
  flaky: number;
  failures: string[];
}

interface VitestTest {
  status: string;
  fullName: string;
  /** Sum of all tries. */
  failureMessages?: string[];
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: VitestTest[];
  }[];
}

interface PlaywrightSuite {
  specs?: {
    title: string;
    file: string;
    line: number;
    ok: boolean;
    tests: { results: { error?: { message?: string } }[] }[];
  }[];
  suites?: PlaywrightSuite[];
}

interface PlaywrightReport extends PlaywrightSuite {
  stats: { expected: number; flaky: number; unexpected: number };
  errors: { message?: string }[];
}

const empty: Tally = { passed: 0, failed: 0, flaky: 0, failures: [] };

function read<T>(file: string): T | null {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}

/** The beginning of a message, without terminal colours. */
function beginning(message = ""): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape that begins a colour
  const plain = message.replace(/\u001b\[[0-9;]*m/g, "");
  const lines = plain.split("\n").filter((line) => line.trim() !== "" && !/^\s+at /.test(line));
  return lines
    .slice(0, 4)
    .map((line) => `\n      ${line.trim().slice(0, 300)}`)
    .join("");
}

/** A suite that failed without a failure in its report counts as one more failure. */
function atLeastOneFailure(tally: Tally, ok: boolean): Tally {
  if (ok || tally.failed > 0) return tally;
  return { ...tally, failed: 1, failures: ["a suite failed and its report does not say why"] };
}

const isFlaky = ({ status, failureMessages = [] }: VitestTest) =>
  status === "passed" && failureMessages.length > 0;

/** Errors outside of any test: the message and the first three lines of the stack. */
const unhandledErrors = (file: string) =>
  (read<string[]>(file) ?? []).map((text) => {
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    return `an error that no test caught\n      ${lines.slice(0, 6).join("\n      ")}`;
  });

/**
 * Parses Vitest's JSON report and the list of errors that no test caught; such an error, and a file
 * that could not be loaded or prepared, counts as one failure.
 */
export function tallyVitest(file: string, unhandledFile: string, ok: boolean): Tally {
  const failures = unhandledErrors(unhandledFile);
  const report = read<VitestReport>(file);
  if (!report) return atLeastOneFailure({ ...empty, failed: failures.length, failures }, false);
  let others = failures.length;
  let flaky = 0;
  for (const { name, status, message, assertionResults } of report.testResults) {
    const failed = assertionResults.filter((test) => test.status === "failed");
    flaky += assertionResults.filter(isFlaky).length;
    for (const test of failed) {
      failures.push(`${name} › ${test.fullName}${beginning(test.failureMessages?.[0])}`);
    }
    if (status === "failed" && failed.length === 0) {
      others++;
      failures.push(`${name}${beginning(message)}`);
    }
  }
  const { numPassedTests: passed, numFailedTests } = report;
  return atLeastOneFailure({ passed, failed: numFailedTests + others, flaky, failures }, ok);
}

/** The specs that failed at every try, nested suites included. */
function failedSpecs(suite: PlaywrightSuite): string[] {
  const own = (suite.specs ?? []).filter((spec) => !spec.ok);
  return [
    ...own.map(({ file, line, title, tests }) => {
      const error = tests.flatMap(({ results }) => results).find((result) => result.error)?.error;
      return `${file}:${line} › ${title}${beginning(error?.message)}`;
    }),
    ...(suite.suites ?? []).flatMap(failedSpecs),
  ];
}

/** Parses Playwright's JSON report. A test that passed on a retry has passed. */
export function tallyPlaywright(file: string, ok: boolean): Tally {
  const report = read<PlaywrightReport>(file);
  if (!report) return atLeastOneFailure(empty, false);
  const { expected, flaky, unexpected } = report.stats;
  const failed = unexpected === 0 ? report.errors.length : unexpected;
  const failures = [
    ...failedSpecs(report),
    ...report.errors.map(({ message }) => `the browser tests${beginning(message)}`),
  ];
  return atLeastOneFailure({ passed: expected + flaky, failed, flaky, failures }, ok);
}

/** The sum over all suites. */
export function sum(tallies: Tally[]): Tally {
  return tallies.reduce(
    (total, { passed, failed, flaky, failures }) => ({
      passed: total.passed + passed,
      failed: total.failed + failed,
      flaky: total.flaky + flaky,
      failures: [...total.failures, ...failures],
    }),
    empty,
  );
}
