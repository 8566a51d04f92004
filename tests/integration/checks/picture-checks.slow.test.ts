import { expect, it } from "vitest";
import { checkPanels } from "./checked-panels";

it("200 panels with planted faults: one repair at most, within the estimate", async () => {
  const rates = { overlooked: 0.1, invented: 0.01, unsure: 0.05 };
  const { figures, repairsOfPanels } = await checkPanels(200, rates);
  console.info(figures);
  expect(Math.max(...repairsOfPanels)).toBe(1);
  expect(figures.checks).toBe(200 + figures.repairs);
  expect(figures.spent).toBeLessThanOrEqual(figures.estimate);
  expect(figures.precision).toBeGreaterThan(0.7);
  expect(figures.recall).toBeGreaterThan(0.8);
}, 2_700_000);
