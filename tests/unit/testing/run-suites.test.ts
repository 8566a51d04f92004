import { expect, it } from "vitest";
import { summarize } from "@/tests/runner/suites";

const tally = { passed: 3, failed: 0, flaky: 0, failures: [] };

it("a summary has the failures, the time of each suite, and the sum as its last line", () => {
  const failing = { passed: 4, failed: 1, flaky: 2, failures: ["a.test.ts › adds"] };
  expect(
    summarize([
      { name: "unit tests", tally, milliseconds: 61_400 },
      { name: "browser tests", tally: failing, milliseconds: 725_000 },
    ]),
  ).toBe(`
1) a.test.ts › adds

Time (min:s)
 1:01  unit tests: 3 passed, 0 failed
12:05  browser tests: 4 passed, 1 failed (2 passed on retry)
13:06  in all: 7 passed, 1 failed (2 passed on retry)

7 passed, 1 failed`);
});
