import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sum, tallyPlaywright, tallyVitest } from "@/scripts/testing/tally";

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
    message: "Error: cannot be loaded",
    assertionResults: tests.map((each, index) => ({
      status: each,
      fullName: `test ${index}`,
      failureMessages:
        each === "failed" ? ["\u001b[31mError: 1 is not 2\u001b[0m\n    at x.ts:1"] : [],
    })),
  });
  const loaded = file("passed", "passed");

  it("counts vitest's tests, and a file that could not be loaded or prepared as one failure", () => {
    const failing = file("failed", "passed", "failed", "failed");
    const unloaded = file("failed");
    const unprepared = file("failed", "pending");
    const testResults = [loaded, failing, unloaded, unprepared];
    const written = report({ numPassedTests: 7, numFailedTests: 2, testResults });
    expect(tallyVitest(written, nowhere, false)).toEqual({
      ...{ passed: 7, failed: 4, flaky: 0 },
      failures: [
        "3.test.ts › test 1\n      Error: 1 is not 2",
        "3.test.ts › test 2\n      Error: 1 is not 2",
        "0.test.ts\n      Error: cannot be loaded",
        "1.test.ts\n      Error: cannot be loaded",
      ],
    });
  });

  it("counts one failure where the command failed and the report shows none", () => {
    const written = report({ numPassedTests: 7, numFailedTests: 0, testResults: [loaded] });
    const sound = { passed: 7, failed: 0, failures: [] as string[] };
    expect(tallyVitest(written, nowhere, true)).toMatchObject(sound);
    const failures = [expect.stringContaining("does not say why")];
    expect(tallyVitest(written, nowhere, false)).toMatchObject({ passed: 7, failed: 1, failures });
  });

  it("counts and quotes an error that no test caught", () => {
    const written = report({ numPassedTests: 7, numFailedTests: 0, testResults: [loaded] });
    const unhandled = path.join(folder, "unhandled.json");
    writeFileSync(unhandled, JSON.stringify(["Error: late\n    at lib/late.ts:1"]));
    expect(tallyVitest(written, unhandled, false)).toMatchObject({
      failed: 1,
      failures: ["an error that no test caught\n      Error: late\n          at lib/late.ts:1"],
    });
  });

  it("counts one failure where there is no report", () => {
    expect(tallyVitest(nowhere, nowhere, true)).toMatchObject({ passed: 0, failed: 1 });
    expect(tallyPlaywright(nowhere, true)).toMatchObject({ passed: 0, failed: 1 });
  });

  it("counts a test that passed when it was retried as passed, and as flaky", () => {
    const retried = { status: "passed", fullName: "retried", failureMessages: ["Error: late"] };
    const both = { ...loaded, assertionResults: [...loaded.assertionResults, retried] };
    const vitest = report({ numPassedTests: 2, numFailedTests: 0, testResults: [both] });
    expect(tallyVitest(vitest, nowhere, true)).toMatchObject({ passed: 2, failed: 0, flaky: 1 });
    const playwright = report({ stats: { expected: 5, flaky: 1, unexpected: 2 }, errors: [] });
    expect(tallyPlaywright(playwright, false)).toMatchObject({ passed: 6, failed: 2, flaky: 1 });
  });

  it("names the browser tests that failed at every try", () => {
    const spec = (title: string, ok: boolean) => ({
      ...{ title, ok, file: "a.spec.ts", line: 3 },
      tests: [{ results: [{ error: { message: "Error: not visible\n\nLocator: x" } }] }],
    });
    const written = report({
      stats: { expected: 1, flaky: 1, unexpected: 1 },
      errors: [],
      suites: [{ specs: [spec("flaky", true)], suites: [{ specs: [spec("broken", false)] }] }],
    });
    expect(tallyPlaywright(written, false).failures).toEqual([
      "a.spec.ts:3 › broken\n      Error: not visible\n      Locator: x",
    ]);
  });

  it("counts a server that did not start", () => {
    const written = report({ stats: { expected: 0, flaky: 0, unexpected: 0 }, errors: [{}] });
    expect(tallyPlaywright(written, false)).toMatchObject({ passed: 0, failed: 1 });
  });

  it("is the sum over all suites", () => {
    const one = { passed: 1, failed: 0, flaky: 1, failures: [] };
    const other = { passed: 2, failed: 3, flaky: 2, failures: ["x"] };
    expect(sum([one, other])).toEqual({ passed: 3, failed: 3, flaky: 3, failures: ["x"] });
  });
});
