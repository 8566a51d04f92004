import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sum, tallyPlaywright, tallyVitest } from "@/scripts/testing/tally";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "inkwright-tally-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function report(content: object): string {
  const file = path.join(folder, "report.json");
  writeFileSync(file, JSON.stringify(content));
  return file;
}

describe("what a suite's report amounts to", () => {
  const loaded = { status: "passed", assertionResults: [{}] };
  const unloaded = { status: "failed", assertionResults: [] };

  it("counts vitest's tests, and a file that could not be loaded as one failure", () => {
    const file = report({
      numPassedTests: 7,
      numFailedTests: 2,
      testResults: [loaded, unloaded],
    });
    expect(tallyVitest(file, false)).toEqual({ passed: 7, failed: 3 });
  });

  it("counts one failure where the command failed and the report shows none", () => {
    const file = report({ numPassedTests: 7, numFailedTests: 0, testResults: [loaded] });
    expect(tallyVitest(file, true)).toEqual({ passed: 7, failed: 0 });
    expect(tallyVitest(file, false)).toEqual({ passed: 7, failed: 1 });
  });

  it("counts one failure where there is no report", () => {
    const nowhere = path.join(folder, "nowhere.json");
    expect(tallyVitest(nowhere, true)).toEqual({ passed: 0, failed: 1 });
    expect(tallyPlaywright(nowhere, true)).toEqual({ passed: 0, failed: 1 });
  });

  it("counts a browser test that needed a second try as failed", () => {
    const file = report({ stats: { expected: 5, flaky: 1, unexpected: 2 }, errors: [] });
    expect(tallyPlaywright(file, false)).toEqual({ passed: 5, failed: 3 });
  });

  it("counts a server that did not start", () => {
    const file = report({ stats: { expected: 0, flaky: 0, unexpected: 0 }, errors: [{}] });
    expect(tallyPlaywright(file, false)).toEqual({ passed: 0, failed: 1 });
  });

  it("is summed over all suites", () => {
    expect(
      sum([
        { passed: 1, failed: 0 },
        { passed: 2, failed: 3 },
      ]),
    ).toEqual({ passed: 3, failed: 3 });
  });
});
