import { expect, it } from "vitest";
import { rowsWithTests } from "@/tests/faults/trust";

it("each row of docs/trust.md has a test with its number in the title", () => {
  const rows = rowsWithTests();
  expect(rows).toHaveLength(50);
  expect(rows.filter(({ tests }) => tests.length === 0)).toEqual([]);
});
