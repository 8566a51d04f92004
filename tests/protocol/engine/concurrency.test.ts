import { afterAll, expect, test } from "vitest";
import { endedRuns, pause, startStack } from "./support/stack";

/** How many calls are under way now and were at most, by key. */
class Gauge {
  readonly most = new Map<string, number>();
  private readonly now = new Map<string, number>();

  async during(key: string, ms: number): Promise<void> {
    const running = (this.now.get(key) ?? 0) + 1;
    this.now.set(key, running);
    this.most.set(key, Math.max(running, this.most.get(key) ?? 0));
    await pause(ms);
    this.now.set(key, running > 0 ? (this.now.get(key) ?? 1) - 1 : 0);
  }
}

const gauge = new Gauge();
const order: string[] = [];

const stack = await startStack(
  (on) => [
    on(
      { id: "by-author", event: "c/author", concurrency: { limit: 2, key: "event.data.authorId" } },
      async ({ event, step }) => {
        await step.run("work", async () => {
          await Promise.all([
            gauge.during(`author ${event.data.authorId}`, event.data.ms),
            gauge.during("authors", event.data.ms),
          ]);
        });
      },
    ),
    on({ id: "one-at-a-time", event: "c/one", concurrency: 1 }, async ({ event, step }) => {
      await Promise.all(
        ["a", "b", "c"].map((id) =>
          step.run(id, async () => {
            order.push(`${event.data.n}${id}`);
            await gauge.during("one", 40);
          }),
        ),
      );
    }),
    on({ id: "sleeper", event: "c/sleeper", concurrency: 1 }, async ({ step }) => {
      await step.sleep("second", "1s");
    }),
    on({ id: "paced", event: "c/paced", throttle: { limit: 5, period: "1s" } }, () => {}),
    on({ id: "free", event: "c/free" }, async ({ step }) => {
      await step.run("work", () => gauge.during("free", 150));
    }),
  ],
  { concurrency: 8 },
);
afterAll(() => stack.stop());

test("the limit holds for each key, and different keys do not block each other", async () => {
  const authors = ["ann", "bob", "cy"];
  await stack.client.send(
    Array.from({ length: 15 }, (_, i) => ({
      name: "c/author",
      data: { authorId: authors[i % 3], ms: 120 },
    })),
  );
  const runs = await endedRuns(stack.db, "by-author", 15);
  expect(runs.every(({ status }) => status === "completed")).toBe(true);
  for (const author of authors) expect(gauge.most.get(`author ${author}`)).toBe(2);
  expect(gauge.most.get("authors")).toBeGreaterThan(3);
});

test("a limit of one runs the steps one by one and completes the older run first", async () => {
  await stack.client.send([
    { name: "c/one", data: { n: 1 } },
    { name: "c/one", data: { n: 2 } },
  ]);
  await endedRuns(stack.db, "one-at-a-time", 2);
  expect(gauge.most.get("one")).toBe(1);
  expect(order.map((entry) => entry.charAt(0))).toEqual(["1", "1", "1", "2", "2", "2"]);
  expect(new Set(order).size).toBe(6);
});

test("a sleeping run uses no capacity", async () => {
  await stack.client.send(Array.from({ length: 3 }, () => ({ name: "c/sleeper", data: {} })));
  const runs = await endedRuns(stack.db, "sleeper", 3);
  // One after the other would take three seconds.
  expect(Math.max(...runs.map(({ milliseconds }) => milliseconds))).toBeLessThan(2_500);
});

test("the engine never exceeds its maximum of concurrent calls", async () => {
  await stack.client.send(Array.from({ length: 20 }, () => ({ name: "c/free", data: {} })));
  await endedRuns(stack.db, "free", 20);
  expect(gauge.most.get("free")).toBe(8);
});

test("a throttle lets a burst through, then spaces the starts, and drops none", async () => {
  const events = Array.from({ length: 8 }, () => ({ name: "c/paced", data: {} }));
  await stack.client.send(events);
  await endedRuns(stack.db, "paced", events.length);
  // In ms after the events came; a run that is due waits for nothing but its turn.
  const starts = await stack.db.query<{ after: number }>(
    `SELECT (extract(epoch FROM started_at - created_at) * 1000)::float8 AS after
     FROM run WHERE function_id = 'app-paced' ORDER BY started_at`,
  );
  const after = starts.map((start) => start.after);
  expect(after).toHaveLength(8);
  // Six come at once; the seventh and the eighth 200 and 400 ms after them.
  expect(after[6]).toBeGreaterThanOrEqual(200);
  expect(after[7]).toBeGreaterThanOrEqual(400);
  expect(after[5]).toBeLessThan(after[6] ?? 0);
});
