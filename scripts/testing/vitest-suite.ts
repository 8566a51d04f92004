import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { bin, runStep } from "./run-step.ts";
import { type Tally, tallyVitest } from "./tally.ts";

/**
 * Runs vitest once with the arguments and counts the results; with `slow` also the files
 * `*.slow.test.ts`.
 */
export async function runVitest(args: string[], { slow = false } = {}): Promise<Tally> {
  const folder = mkdtempSync(path.join(tmpdir(), "inkwright-report-"));
  const report = path.join(folder, "vitest.json");
  const unhandled = path.join(folder, "unhandled-errors.json");
  const reporters = [
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    "--reporter=scripts/testing/unhandled-errors-reporter.ts",
  ];
  try {
    const { ok } = await runStep([bin("vitest"), "run", ...reporters, ...args], {
      show: true,
      env: { UNHANDLED_ERRORS_FILE: unhandled, ...(slow && { TEST_SLOW: "1" }) },
    });
    return tallyVitest(report, unhandled, ok);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
