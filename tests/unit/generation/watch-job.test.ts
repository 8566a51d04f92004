import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  backoffAfter,
  imagePolling,
  type JobEnd,
  type PollingPolicy,
  videoPolling,
  watchJob,
} from "@/lib/generation/live/watch-job";

type Job = { status: "processing" | "completed" };
const working: Job = { status: "processing" };
const done: Job = { status: "completed" };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Watches a job whose answers are scripted; an Error is a failure. The last answer repeats. */
function watch(pace: PollingPolicy, answers: (Job | Error)[], more: { startedAt?: number } = {}) {
  const began = Date.now();
  const asked: number[] = [];
  const updates: Job[] = [];
  const ends: JobEnd<Job>[] = [];
  let hint = () => {};
  const unsubscribed = vi.fn();
  const stop = watchJob<Job>(pace, {
    ask: async () => {
      asked.push((Date.now() - began) / 1_000);
      const answer = answers[Math.min(asked.length, answers.length) - 1];
      if (answer instanceof Error || !answer) throw answer;
      return answer;
    },
    hasEnded: ({ status }) => status === "completed",
    onUpdate: (job) => updates.push(job),
    onEnd: (end) => ends.push(end),
    subscribe(told) {
      hint = told;
      return unsubscribed;
    },
    ...more,
  });
  const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);
  return { asked, updates, ends, stop, seconds, hint: () => hint(), unsubscribed };
}

const down = new Error("down");

describe("a picture's job", () => {
  it("is polled after a second, then every three, until it has ended", async () => {
    const job = watch(imagePolling, [working, working, working, done]);
    await job.seconds(60);
    expect(job.asked).toEqual([1, 4, 7, 10]);
    expect(job.updates).toHaveLength(3);
    expect(job.ends).toEqual([{ how: "ended", job: done }]);
    expect(job.unsubscribed).toHaveBeenCalledOnce();
  });

  it("is polled with growing pauses after failures, and given up after five in a row", async () => {
    const job = watch(imagePolling, [down]);
    await job.seconds(300);
    expect(job.asked).toEqual([1, 4, 10, 22, 46]);
    expect(job.ends).toEqual([{ how: "unreachable" }]);
  });

  it("returns to its pace after a success, however many failed before", async () => {
    const answers = [down, down, down, down, working, down, down, down, down, done];
    const job = watch(imagePolling, answers);
    await job.seconds(300);
    expect(job.asked).toEqual([1, 4, 10, 22, 46, 49, 52, 58, 70, 94]);
    expect(job.ends).toEqual([{ how: "ended", job: done }]);
  });

  it("never waits longer than 30 seconds", () => {
    const waits = [0, 1, 2, 3, 4, 5, 6, 40].map((failures) => backoffAfter(imagePolling, failures));
    expect(waits).toEqual([3_000, 3_000, 6_000, 12_000, 24_000, 30_000, 30_000, 30_000]);
  });

  it("is polled at once after an event, and continues from there", async () => {
    const job = watch(imagePolling, [working]);
    await job.seconds(0.4);
    job.hint();
    await job.seconds(0);
    expect(job.asked).toEqual([0.4]);
    // A burst is one question more.
    for (let count = 0; count < 20; count += 1) job.hint();
    await job.seconds(3);
    expect(job.asked).toEqual([0.4, 0.65]);
    await job.seconds(1);
    expect(job.asked).toEqual([0.4, 0.65, 3.65]);
  });

  it("is not polled more often after failures because of an event", async () => {
    const job = watch(imagePolling, [down]);
    for (let second = 0; second < 60; second += 1) {
      await job.seconds(1);
      job.hint();
    }
    expect(job.asked).toEqual([1, 4, 10, 22, 46]);
  });

  it("is no longer polled once no component watches it", async () => {
    const job = watch(imagePolling, [working]);
    await job.seconds(2);
    job.stop();
    job.hint();
    await job.seconds(60);
    expect(job.asked).toEqual([1]);
    expect(job.ends).toEqual([]);
  });
});

describe("a video's job", () => {
  it("is polled every three seconds for five minutes", async () => {
    const job = watch(videoPolling, [working]);
    await job.seconds(299.9);
    expect(job.ends).toEqual([]);
    expect(job.asked.slice(0, 3)).toEqual([3, 6, 9]);
    expect(job.asked).toHaveLength(99);
    await job.seconds(1);
    expect(job.ends).toEqual([{ how: "timed-out" }]);
    await job.seconds(60);
    // Once more at the end.
    expect(job.asked).toHaveLength(100);
  });

  it("counts the five minutes from its start, even across a reload", async () => {
    const job = watch(videoPolling, [working], { startedAt: Date.now() - 290_000 });
    await job.seconds(11);
    expect(job.asked.map(Math.round)).toEqual([3, 6, 9, 10]);
    expect(job.ends).toEqual([{ how: "timed-out" }]);
  });

  it("is found where it ended in time and was polled later", async () => {
    const job = watch(videoPolling, [done], { startedAt: Date.now() - 600_000 });
    await job.seconds(1);
    expect(job.ends).toMatchObject([{ how: "ended" }]);
  });
});
