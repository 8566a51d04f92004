import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, it, vi } from "vitest";
import { db } from "@/lib/platform/db";
import {
  assertBelowRateLimit,
  countHit,
  enforceRateLimit,
  type RateRule,
  rateLimitedError,
  refundHit,
  resetRateLimit,
} from "@/lib/platform/rate-limit";

const rule: RateRule = { name: "doors", max: 3, windowSeconds: 60 };
const tooManyError = expect.objectContaining({
  code: "rate_limited",
  message: "Too many requests. Please wait a moment and try again.",
});

afterEach(() => {
  vi.useRealTimers();
});

/** Moves the end of a window, as time does. */
const endWindow = (subject: string, resetAt: Date) =>
  db.rateLimit.updateMany({ where: { key: `doors:${subject}` }, data: { resetAt } });
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000);

describe("S10 a limit", () => {
  it("says how long to wait where the wait is long", () => {
    const texts = [60, 120, 121, 3_600, 86_400].map(
      (seconds) => rateLimitedError(inSeconds(seconds)).message,
    );
    expect(texts).toEqual(
      ["a moment", "a moment", "3 minutes", "60 minutes", "24 hours"].map(
        (wait) => `Too many requests. Please wait ${wait} and try again.`,
      ),
    );
  });

  it("S10 lets its maximum through in its window, for each subject and each rule", async () => {
    const subject = randomUUID();
    for (let count = 0; count < rule.max; count += 1) await enforceRateLimit(rule, subject);
    await expect(enforceRateLimit(rule, subject)).rejects.toEqual(tooManyError);
    await enforceRateLimit(rule, randomUUID());
    await enforceRateLimit({ ...rule, name: "windows" }, subject);
  });

  it("S10 restarts its count when its window is over, and not before", async () => {
    const subject = randomUUID();
    const first = await countHit(rule, subject);
    const wait = first.resetAt.getTime() - Date.now();
    expect(Math.abs(wait - 60_000)).toBeLessThan(10_000);
    expect(await countHit(rule, subject)).toEqual({ hits: 2, resetAt: first.resetAt });
    await endWindow(subject, inSeconds(-1));
    const next = await countHit(rule, subject);
    expect(next.hits).toBe(1);
    expect(next.resetAt.getTime()).toBeGreaterThan(Date.now());
  });

  it("S10 lets three of twenty simultaneous requests through", async () => {
    const subject = randomUUID();
    const asked = Array.from({ length: 20 }, () => enforceRateLimit(rule, subject));
    const answers = await Promise.allSettled(asked);
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  });

  it("S10 can be checked without being counted", async () => {
    const subject = randomUUID();
    await assertBelowRateLimit(rule, subject);
    for (let count = 0; count < rule.max; count += 1) {
      await assertBelowRateLimit(rule, subject);
      await countHit(rule, subject);
    }
    await expect(assertBelowRateLimit(rule, subject)).rejects.toEqual(tooManyError);
    await assertBelowRateLimit({ ...rule, max: 4 }, subject);
    expect((await countHit(rule, subject)).hits).toBe(4);
    await expect(assertBelowRateLimit(rule, subject)).rejects.toEqual(tooManyError);
    await endWindow(subject, inSeconds(-1));
    await assertBelowRateLimit(rule, subject);
  });

  it("S10 takes one hit back, never below zero, and clears one subject", async () => {
    const [subject, other] = [randomUUID(), randomUUID()];
    await refundHit(rule, subject);
    await countHit(rule, subject);
    await countHit(rule, subject);
    await countHit(rule, other);
    await refundHit(rule, subject);
    expect((await countHit(rule, subject)).hits).toBe(2);
    for (let count = 0; count < 5; count += 1) await refundHit(rule, subject);
    expect((await countHit(rule, subject)).hits).toBe(1);
    await resetRateLimit(rule, subject);
    expect((await countHit(rule, subject)).hits).toBe(1);
    expect((await countHit(rule, other)).hits).toBe(2);
  });

  it("S10 accepts a subject of any length, and maps it to the same key", async () => {
    const subject = `${randomUUID()}${"x".repeat(500)}`;
    expect((await countHit(rule, subject)).hits).toBe(1);
    expect((await countHit(rule, subject)).hits).toBe(2);
    await expect(assertBelowRateLimit({ ...rule, max: 2 }, subject)).rejects.toEqual(tooManyError);
    await refundHit(rule, subject);
    await assertBelowRateLimit({ ...rule, max: 2 }, subject);
    await resetRateLimit(rule, subject);
    expect((await countHit(rule, subject)).hits).toBe(1);
  });

  it("S10 returns the seconds to wait, one at least", () => {
    vi.useFakeTimers({ now: 1_000_000 });
    const waits = [1_090_500, 1_000_001, 1_000_000, 0].map(
      (resetAt) => rateLimitedError(new Date(resetAt)).details.retryAfter,
    );
    expect(waits).toEqual([91, 1, 1, 1]);
  });
});
