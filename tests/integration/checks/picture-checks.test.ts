import { expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { checkPanels, eyesModel } from "./checked-panels";

it("what a check finds is repaired once at most, within the estimate", async () => {
  const rates = { overlooked: 0.1, invented: 0.01, unsure: 0.05 };
  const { figures, repairsOfPanels, server } = await checkPanels(20, rates);
  expect(server.violations).toEqual([]);
  expect(Math.max(...repairsOfPanels)).toBe(1);
  expect(figures.checks).toBe(20 + figures.repairs);
  expect(figures.mended).toBeGreaterThan(3);
  expect(figures.spent).toBeLessThanOrEqual(figures.estimate);
  expect(figures.precision).toBeGreaterThan(0.6);
  expect(figures.recall).toBeGreaterThan(0.7);
}, 240_000);

it("a model that agrees with everything is found out, and checks nothing", async () => {
  const { figures, calls } = await checkPanels(2, null);
  expect(figures).toMatchObject({ checks: 0, repairs: 0 });
  expect(calls.filter(({ kind }) => kind === "vision")).toEqual([]);
  expect(await db.engineStatus.findUnique({ where: { port: "checks" } })).toMatchObject({
    engine: eyesModel,
    lastError: "The vision model agrees with everything: checks are off.",
  });
});
