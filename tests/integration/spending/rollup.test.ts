import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { spentSince, spentThisMonth } from "@/lib/spending/queries";
import { rollUpSpending } from "@/lib/spending/rollup-service";
import { makeAuthor } from "../generation/support";

const hour = 3_600_000;
const call = {
  provider: "replicate",
  model: "m",
  kind: "image",
  outcome: "completed",
  durationMs: 1,
};

/** Calls of one dollar each, so many hours ago. */
const callsOf = (
  userId: string | null,
  hours: number[],
  more: { costMicros?: bigint | null; provider?: string; durationMs?: number } = {},
) =>
  db.providerCall.createMany({
    data: hours.map((ago) => ({
      ...call,
      userId,
      costMicros: 1_000_000n,
      ...more,
      createdAt: new Date(Date.now() - ago * hour),
    })),
  });

const told = async (userId: string) => ({
  day: await spentSince("day"),
  month: await spentSince("month"),
  own: await spentThisMonth(userId),
});

beforeEach(() =>
  Promise.all([
    db.providerCall.deleteMany(),
    db.spendingHour.deleteMany(),
    db.authorSpendingHour.deleteMany(),
  ]),
);

describe("sums of spending", () => {
  it("equal the calls, and count each once", async () => {
    const { viewer } = await makeAuthor();
    const other = await makeAuthor();
    await callsOf(viewer.id, [0, 0.5, 2, 3, 3, 30, 300]);
    await callsOf(other.viewer.id, [1, 5, 70]);
    await callsOf(null, [4]);
    await callsOf(viewer.id, [6], { costMicros: null });
    await callsOf(viewer.id, [7], { costMicros: 0n, provider: "sdapi", durationMs: 40_000 });
    const before = await told(viewer.id);
    expect(before.month.calls).toBeGreaterThan(0);
    expect(before.own.seconds).toBe(
      new Date(Date.now() - 7 * hour).getUTCMonth() === new Date().getUTCMonth() ? 40 : 0,
    );

    expect(await rollUpSpending()).toBeGreaterThan(200);
    expect(await told(viewer.id)).toEqual(before);
    expect(await rollUpSpending()).toBe(0);
    expect(await told(viewer.id)).toEqual(before);

    await callsOf(viewer.id, [0]);
    const after = await told(viewer.id);
    expect(after.own).toEqual({
      micros: before.own.micros + 1_000_000,
      calls: before.own.calls + 1,
      unpricedCalls: before.own.unpricedCalls,
      seconds: before.own.seconds,
    });
    expect(after.month.micros).toBe(before.month.micros + 1_000_000);
  });

  it("replace the calls of past hours", async () => {
    const { viewer } = await makeAuthor();
    await callsOf(viewer.id, [0, 3, 5]);
    await rollUpSpending();
    const before = await told(viewer.id);
    await db.providerCall.deleteMany({
      where: { createdAt: { lt: new Date(Date.now() - 2 * hour) } },
    });
    expect(await told(viewer.id)).toEqual(before);
  });

  it("wait for calls in progress", async () => {
    const { viewer } = await makeAuthor();
    await callsOf(viewer.id, [8, 3]);
    const open = await db.providerCall.create({
      data: { ...call, outcome: "open", createdAt: new Date(Date.now() - 5 * hour) },
    });
    await rollUpSpending();
    const newest = await db.spendingHour.findFirstOrThrow({ orderBy: { hour: "desc" } });
    expect(newest.hour.getTime()).toBeLessThanOrEqual(open.createdAt.getTime() - hour / 60);
    await db.providerCall.update({
      where: { id: open.id },
      data: { outcome: "completed", costMicros: 5_000_000n },
    });
    const before = await told(viewer.id);
    expect(await rollUpSpending()).toBeGreaterThan(1);
    expect(await told(viewer.id)).toEqual(before);
  });

  it("are kept as long as months are reported, and none exists without spending", async () => {
    expect(await rollUpSpending()).toBe(0);
    const { viewer } = await makeAuthor();
    await callsOf(viewer.id, [24 * 400, 24 * 61, 24 * 3]);
    await rollUpSpending();
    const oldest = await db.spendingHour.findFirstOrThrow({ orderBy: { hour: "asc" } });
    expect(oldest.hour.getTime()).toBeGreaterThan(Date.now() - 63 * 24 * hour);
    expect(await db.authorSpendingHour.count()).toBe(2);
    const past = new Date(Date.now() - 100 * 24 * hour);
    await db.spendingHour.create({ data: { hour: past, micros: 0n, calls: 0n, unpriced: 0n } });
    await rollUpSpending();
    expect(await db.spendingHour.count({ where: { hour: past } })).toBe(0);
  });
});
