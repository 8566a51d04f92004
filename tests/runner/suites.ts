import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { bin, runNode } from "../../scripts/launcher/run-node.ts";

/** The number of passed and failed tests, with the titles of the failed ones. */
export interface Tally {
  passed: number;
  failed: number;
  /** Passed tests that failed at first and passed on a retry. */
  flaky: number;
  failures: string[];
}

export interface Suite {
  name: string;
  run: () => Promise<Tally>;
}

const readReport = <T>(file: string): T | null =>
  existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;

/** The tally of a report; null where there is none. Failures that it does not name count as one. */
function tallyOf(
  report: { passed: number; flaky: number; failures: string[] } | null,
  ok: boolean,
) {
  const { passed, flaky, failures } = report ?? { passed: 0, flaky: 0, failures: [] };
  if (failures.length === 0 && !(report && ok)) {
    failures.push("the suite failed, and its report does not say why: its output stands above");
  }
  return { passed, failed: failures.length, flaky, failures };
}

interface VitestReport {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
  }[];
}

/** Parses Vitest's JSON report; a file that could not be loaded or prepared is one failure. */
export function tallyVitest(file: string, ok: boolean): Tally {
  const report = readReport<VitestReport>(file);
  if (!report) return tallyOf(null, ok);
  const tests = report.testResults.flatMap((one) => one.assertionResults);
  const failures = report.testResults.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === "failed");
    if (status === "failed" && failed.length === 0) return [name];
    return failed.map(({ fullName }) => `${name} › ${fullName}`);
  });
  const flaky = tests.filter((test) => test.status === "passed" && test.failureMessages?.length);
  return tallyOf({ passed: report.numPassedTests, flaky: flaky.length, failures }, ok);
}

interface PlaywrightSuite {
  /** `ok` of a spec speaks of one project alone. */
  specs?: {
    title: string;
    file: string;
    line: number;
    tests: { projectName: string; status: string }[];
  }[];
  suites?: PlaywrightSuite[];
}

interface PlaywrightReport extends PlaywrightSuite {
  stats: { expected: number; flaky: number };
  errors: { message?: string }[];
}

/** The tests that failed at every try, in each project, nested suites included. */
const failedTests = ({ specs = [], suites = [] }: PlaywrightSuite): string[] => [
  ...specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected")
      .map(({ projectName }) => `[${projectName}] ${file}:${line} › ${title}`),
  ),
  ...suites.flatMap(failedTests),
];

/** Parses Playwright's JSON report. A test that passed on a retry has passed. */
export function tallyPlaywright(file: string, ok: boolean): Tally {
  const report = readReport<PlaywrightReport>(file);
  if (!report) return tallyOf(null, ok);
  const { expected, flaky } = report.stats;
  const errors = report.errors.map(({ message = "" }) => message.split("\n")[0] ?? "");
  const failures = [...failedTests(report), ...errors];
  return tallyOf({ passed: expected + flaky, flaky, failures }, ok);
}

/** Runs vitest once with the arguments; with `slow` also the files `*.slow.test.ts`. */
export async function runVitest(args: string[], { slow = false } = {}): Promise<Tally> {
  const folder = mkdtempSync(path.join(tmpdir(), "inkwright-report-"));
  const report = path.join(folder, "vitest.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  try {
    const { ok } = await runNode([bin("vitest"), "run", ...reporters, ...args], {
      show: true,
      env: slow ? { TEST_SLOW: "1" } : {},
    });
    return tallyVitest(report, ok);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs a program that prints a line for each requirement: `ok`, or `MISS` or `FAILED`. */
export async function runProgramSuite(file: string, args: string[] = []): Promise<Tally> {
  const command = ["--conditions=react-server", "scripts/run.mjs", file, ...args];
  const { ok, output } = await runNode(command, { show: true });
  const passed = output.match(/^ok {2}/gm)?.length ?? 0;
  const missed = output.matchAll(/^(?:MISS|FAILED) +(.*)/gm);
  return tallyOf({ passed, flaky: 0, failures: [...missed].map(([, text = ""]) => text) }, ok);
}

/** A suite that could not start counts as one failure. */
async function attempt({ name, run }: Suite): Promise<Tally> {
  console.log(`\n── ${name} ──`);
  try {
    return await run();
  } catch (error) {
    const { name: kind, message } = error as Error;
    console.error(kind === "StartupError" ? message : error);
    return { passed: 0, failed: 1, flaky: 0, failures: [`${name} did not begin: ${message}`] };
  }
}

/** Such as ' 3:07', minutes and seconds. */
function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  const rest = String(seconds % 60).padStart(2, "0");
  return `${String(Math.floor(seconds / 60)).padStart(2)}:${rest}`;
}

const counts = ({ passed, failed, flaky }: Tally) =>
  `${passed} passed, ${failed} failed${flaky > 0 ? ` (${flaky} passed on retry)` : ""}`;

const sum = (tallies: Tally[]): Tally =>
  tallies.reduce((all, one) => ({
    passed: all.passed + one.passed,
    failed: all.failed + one.failed,
    flaky: all.flaky + one.flaky,
    failures: [...all.failures, ...one.failures],
  }));

/** The summary: the failures, a line for each suite with its time, and the sum as the last line. */
export function summarize(results: { name: string; tally: Tally; milliseconds: number }[]): string {
  const total = sum(results.map(({ tally }) => tally));
  const totalMs = results.reduce((time, { milliseconds }) => time + milliseconds, 0);
  return [
    // Failures are repeated at the end: the reports of the suites are far above.
    ...total.failures.map((failure, index) => `\n${index + 1}) ${failure}`),
    "\nTime (min:s)",
    ...results.map(
      ({ name, tally, milliseconds }) => `${duration(milliseconds)}  ${name}: ${counts(tally)}`,
    ),
    `${duration(totalMs)}  in all: ${counts(total)}`,
    `\n${total.passed} passed, ${total.failed} failed`,
  ].join("\n");
}

/** Runs the suites in sequence, then prints their summary. */
export async function runSuites(suites: Suite[]): Promise<void> {
  const results: Parameters<typeof summarize>[0] = [];
  for (const suite of suites) {
    const began = performance.now();
    const tally = await attempt(suite);
    results.push({ name: suite.name, tally, milliseconds: performance.now() - began });
  }
  console.log(summarize(results));
  process.exitCode = results.some(({ tally }) => tally.failed > 0) ? 1 : 0;
}
