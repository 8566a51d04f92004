import { afterAll, expect, test } from "vitest";
import { endedRun, endedRuns, pause, runsOf, startStack, until } from "./support/stack";

const done: string[] = [];
let bodies = 0;

const stack = await startStack(
  (on) => {
    const double = on({ id: "double", event: "w/double" }, async ({ event, step }) =>
      step.run("double", () => event.data.n * 2),
    );
    return [
      double,
      on({ id: "sequence", event: "w/sequence" }, async ({ event, step }) => {
        bodies += 1;
        const one = await step.run("one", () => {
          done.push("one");
          return { n: event.data.start + 1 };
        });
        const two = await step.run("two", () => {
          done.push("two");
          return { n: one.n + 1 };
        });
        return step.run("three", () => {
          done.push("three");
          return [one.n, two.n, "\u0000 ü \ud83c\udf0d \ud800"];
        });
      }),
      on({ id: "sleeps", event: "w/sleeps" }, async ({ step }) => {
        const before = await step.run("before", () => Date.now());
        await step.sleep("a second", "1s");
        return step.run("after", () => Date.now() - before);
      }),
      on({ id: "waits", event: "w/waits" }, async ({ step }) => {
        const event = await step.waitForEvent("answer", {
          event: "w/answer",
          timeout: "20s",
          match: "data.key",
        });
        return event?.data ?? null;
      }),
      on({ id: "waits-in-vain", event: "w/in-vain" }, async ({ step }) => {
        const event = await step.waitForEvent("never", { event: "w/never", timeout: "1s" });
        return event === null ? "timed out" : "came";
      }),
      on(
        {
          id: "cancellable",
          event: "w/cancellable",
          cancelOn: [{ event: "w/cancel", match: "data.key" }],
        },
        async ({ event, step }) => {
          await step.run("before", () => {
            done.push(`before ${event.data.key}`);
          });
          await step.sleep("long", event.data.sleep);
          await step.run("after", () => {
            done.push(`after ${event.data.key}`);
          });
        },
      ),
      on(
        {
          id: "cancelled-in-step",
          event: "w/cancelled-in-step",
          cancelOn: [{ event: "w/cancel-step" }],
        },
        async ({ step }) => {
          await step.run("running", async () => {
            done.push("running");
            await pause(2_000);
            done.push("ran");
          });
          await step.run("never", () => {
            done.push("never");
          });
        },
      ),
      on({ id: "sends", event: "w/sends" }, async ({ step }) => {
        const { ids } = await step.sendEvent("two", [
          { name: "w/double", data: { n: 4 } },
          { name: "w/double", data: { n: 5 } },
        ]);
        return ids.length;
      }),
      on(
        { id: "unsupported", event: "w/unsupported", retries: 5 },
        async ({ event, group, step }) => {
          const uses: Record<string, () => Promise<unknown>> = {
            invoke: () => step.invoke("it", { function: double, data: { n: 1 } }),
            sleepUntil: () => step.sleepUntil("it", new Date("2030-01-01")),
            expression: () =>
              step.waitForEvent("it", { event: "w/a", timeout: "1s", if: "async.data.n > 2" }),
            end: () => step.waitForEvent("it", { event: "inngest/function.failed", timeout: "1s" }),
            signal: () => step.waitForSignal("it", { signal: "s", timeout: "1s" }),
            race: () =>
              group.parallel({ mode: "race" }, () =>
                Promise.race([step.run("it", () => 1), step.run("other", () => 2)]),
              ),
          };
          await uses[String(event.data.use)]?.();
        },
      ),
      on({ id: "sleeps-and-runs", event: "w/both" }, async ({ step }) => {
        const [, value] = await Promise.all([
          step.sleep("second", "1s"),
          step.run("work", () => {
            done.push("work");
            return 3;
          }),
        ]);
        return value;
      }),
    ];
    // So long a poll would be noticed: timers and notifications have to do it.
  },
  { pollMs: 10_000 },
);
afterAll(() => stack.stop());

const waiting = (functionId: string, count: number) =>
  until(async () => {
    const rows = await stack.db.query(
      `SELECT FROM wait w JOIN run r ON r.id = w.run_id
       WHERE r.function_id = $1 AND w.kind <> 'cancel'`,
      [`app-${functionId}`],
    );
    return rows.length === count;
  }, `${functionId} waits ${count} times`);

test("sequential steps run once each and their results are remembered", async () => {
  await stack.client.send({ name: "w/sequence", data: { start: 1 } });
  const run = await endedRun(stack.db, "sequence");
  expect(run.output).toEqual([2, 3, "\u0000 ü \ud83c\udf0d \ud800"]);
  expect(done).toEqual(["one", "two", "three"]);
  // One call per step and one for the end: the body is replayed, the steps are not.
  expect(bodies).toBe(4);
});

// They wait for seconds: together.
test.concurrent("a sleep ends when it should, not at the next poll", async () => {
  await stack.client.send({ name: "w/sleeps", data: {} });
  const run = await endedRun(stack.db, "sleeps");
  expect(run.output).toBeGreaterThanOrEqual(1_000);
  expect(run.output).toBeLessThan(5_000);
});

test.concurrent("waitForEvent gives null after its timeout", async () => {
  await stack.client.send({ name: "w/in-vain", data: {} });
  const run = await endedRun(stack.db, "waits-in-vain");
  expect(run.output).toBe("timed out");
  expect(run.milliseconds).toBeGreaterThanOrEqual(1_000);
  expect(run.milliseconds).toBeLessThan(5_000);
});

test.concurrent("cancelOn ends the matching run and leaves the other", async () => {
  await stack.client.send([
    { name: "w/cancellable", data: { key: "x", sleep: "30s" } },
    { name: "w/cancellable", data: { key: "y", sleep: "5s" } },
  ]);
  await waiting("cancellable", 2);
  await stack.client.send({ name: "w/cancel", data: { key: "x" } });
  const runs = await endedRuns(stack.db, "cancellable", 2);
  expect(runs.map(({ status }) => status)).toEqual(["cancelled", "completed"]);
  expect(done.filter((entry) => / [xy]$/.test(entry)).sort()).toEqual([
    "after y",
    "before x",
    "before y",
  ]);
  expect(await stack.db.query("SELECT FROM wait WHERE run_id = $1", [runs[0]?.id])).toEqual([]);
});

test.concurrent("a run that is cancelled during a step does nothing after it", async () => {
  await stack.client.send({ name: "w/cancelled-in-step", data: {} });
  await until(() => done.includes("running"), "the step runs");
  await stack.client.send({ name: "w/cancel-step", data: {} });
  expect((await endedRun(stack.db, "cancelled-in-step")).status).toBe("cancelled");
  await until(() => done.includes("ran"), "the step has ended");
  await until(async () => {
    const [run] = await runsOf(stack.db, "cancelled-in-step");
    const items = await stack.db.query("SELECT FROM queue_item WHERE run_id = $1", [run?.id]);
    return items.length === 0;
  }, "its queue item is gone");
  expect(done).not.toContain("never");
});

test.concurrent("a sleep parallel to a step is awaited, and the step runs once", async () => {
  await stack.client.send({ name: "w/both", data: {} });
  const run = await endedRun(stack.db, "sleeps-and-runs");
  expect(run.output).toBe(3);
  expect(run.milliseconds).toBeGreaterThanOrEqual(1_000);
  expect(run.milliseconds).toBeLessThan(5_000);
  expect(done.filter((entry) => entry === "work")).toHaveLength(1);
});

test("waitForEvent takes the matching event and no other", async () => {
  await stack.client.send([
    { name: "w/waits", data: { key: "a" } },
    { name: "w/waits", data: { key: "b" } },
  ]);
  await waiting("waits", 2);
  await stack.client.send({ name: "w/answer", data: { key: "b", text: "for b" } });
  await stack.client.send({ name: "w/answer", data: { key: "a", text: "for a" } });
  const runs = await endedRuns(stack.db, "waits", 2);
  expect(runs.map(({ output }) => output)).toEqual([
    { key: "a", text: "for a" },
    { key: "b", text: "for b" },
  ]);
});

test.each(["invoke", "sleepUntil", "expression", "end", "signal", "race"])(
  "%s fails the run for good and says so",
  async (use) => {
    const before = (await runsOf(stack.db, "unsupported")).length;
    await stack.client.send({ name: "w/unsupported", data: { use } });
    const run = (await endedRuns(stack.db, "unsupported", before + 1)).at(-1);
    expect(run?.status).toBe("failed");
    expect(run?.output).toMatchObject({
      message: expect.stringContaining("steps that the embedded engine does not know"),
    });
  },
);

test("step.sendEvent triggers other functions", async () => {
  await stack.client.send({ name: "w/sends", data: {} });
  expect((await endedRun(stack.db, "sends")).output).toBe(2);
  const runs = await endedRuns(stack.db, "double", 2);
  expect(runs.map(({ output }) => output).sort()).toEqual([10, 8]);
});
