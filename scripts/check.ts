import { runStaticChecks } from "./testing/static-checks.ts";
import { sum } from "./testing/tally.ts";
import { runVitest } from "./testing/vitest-suite.ts";

/** `npm run check`: all checks that are fast enough for every commit. */
export async function main(): Promise<void> {
  const { failed } = sum([await runStaticChecks(), await runVitest(["--project", "unit"])]);
  process.exitCode = failed > 0 ? 1 : 0;
}
