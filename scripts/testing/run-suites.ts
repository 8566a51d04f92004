import { sum, type Tally } from "./tally.ts";

export interface Suite {
  name: string;
  run: () => Promise<Tally>;
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

/** Runs the suites in sequence, then prints their summary and exits. */
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
