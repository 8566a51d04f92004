import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tallyPlaywright, tallyVitest } from "@/tests/runner/suites";

let folder: string;
let nowhere: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "inkwright-tally-"));
  nowhere = path.join(folder, "nowhere.json");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function report(content: object): string {
  const file = path.join(folder, "report.json");
  writeFileSync(file, JSON.stringify(content));
  return file;
}

describe("the summary of a suite's report", () => {
  const file = (status: string, ...tests: string[]) => ({
    name: `${tests.length}.test.ts`,
    status,
    assertionResults: tests.map((each, index) => ({ status: each, fullName: `test ${index}` })),
  });
  const loaded = file("passed", "passed");

  it("counts vitest's tests, and a file that could not be loaded or prepared as one failure", () => {
    const failing = file("failed", "passed", "failed", "failed");
    const testResults = [loaded, failing, file("failed"), file("failed", "pending")];
    expect(tallyVitest(report({ numPassedTests: 7, testResults }), false)).toEqual({
      passed: 7,
      failed: 4,
      flaky: 0,
      failures: ["3.test.ts › test 1", "3.test.ts › test 2", "0.test.ts", "1.test.ts"],
    });
  });

  it("counts one failure where the command failed and the report shows none", () => {
    const written = report({ numPassedTests: 7, testResults: [loaded] });
    expect(tallyVitest(written, true)).toMatchObject({ passed: 7, failed: 0, failures: [] });
    const failures = [expect.stringContaining("does not say why")];
    expect(tallyVitest(written, false)).toMatchObject({ passed: 7, failed: 1, failures });
    expect(tallyVitest(nowhere, true)).toMatchObject({ passed: 0, failed: 1 });
    expect(tallyPlaywright(nowhere, true)).toMatchObject({ passed: 0, failed: 1 });
  });

  it("counts a test that passed when it was retried as passed, and as flaky", () => {
    const retried = { status: "passed", fullName: "retried", failureMessages: ["Error: late"] };
    const both = { ...loaded, assertionResults: [...loaded.assertionResults, retried] };
    const vitest = report({ numPassedTests: 2, testResults: [both] });
    expect(tallyVitest(vitest, true)).toMatchObject({ passed: 2, failed: 0, flaky: 1 });
    const playwright = report({ stats: { expected: 5, flaky: 1 }, errors: [] });
    expect(tallyPlaywright(playwright, true)).toMatchObject({ passed: 6, failed: 0, flaky: 1 });
  });

  it("names the browser tests that failed at every try, and a server that did not start", () => {
    const spec = (title: string, ...statuses: string[]) => ({
      title,
      file: "a.spec.ts",
      line: 3,
      tests: statuses.map((status, index) => ({ projectName: ["desk", "phone"][index], status })),
    });
    const written = report({
      stats: { expected: 1, flaky: 1 },
      errors: [{ message: "Error: no server\n    at x.ts:1" }],
      suites: [
        {
          specs: [spec("flaky", "flaky")],
          suites: [
            { specs: [spec("broken", "unexpected"), spec("narrow", "expected", "unexpected")] },
          ],
        },
      ],
    });
    expect(tallyPlaywright(written, false).failures).toEqual([
      "[desk] a.spec.ts:3 › broken",
      "[phone] a.spec.ts:3 › narrow",
      "Error: no server",
    ]);
  });
});
