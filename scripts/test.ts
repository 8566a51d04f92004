import { runBrowserSuite } from "./testing/browser-suite.ts";
import { runFaultsSuite } from "./testing/faults-suite.ts";
import { runImageSuite } from "./testing/image-suite.ts";
import { runStaticChecks } from "./testing/static-checks.ts";
import { sum, type Tally } from "./testing/tally.ts";
import { runVitest } from "./testing/vitest-suite.ts";

/** A suite that could not even begin counts as one failure. */
async function attempt(name: string, suite: () => Promise<Tally>): Promise<Tally> {
  console.log(`\n── ${name} ──`);
  try {
    return await suite();
  } catch (error) {
    const { name: kind, message } = error as Error;
    console.error(kind === "StartupError" ? message : error);
    return { passed: 0, failed: 1, failures: [`${name} did not begin: ${message}`] };
  }
}

/** `npm test`: everything. Ends with what failed, and one line, the sum over all suites. */
export async function main(): Promise<void> {
  const { passed, failed, failures } = sum([
    await attempt("checks of the sources", runStaticChecks),
    await attempt("unit, integration and protocol tests", () => runVitest([])),
    await attempt("the image", runImageSuite),
    await attempt("browser tests", () => runBrowserSuite("tests/e2e", [])),
    await attempt("attacks and faults", runFaultsSuite),
  ]);
  // Once more at the end: the reports of the suites stand far above each other.
  for (const [index, failure] of failures.entries()) console.log(`\n${index + 1}) ${failure}`);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}
