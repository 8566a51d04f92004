import { afterAll, expect, test } from "vitest";
import { endedRun, pause, startStack } from "./support/stack";

const calls: string[] = [];
let bodies = 0;

const stack = await startStack((on) => [
  on({ id: "sequence", event: "t/sequence" }, async ({ event, step }) => {
    bodies += 1;
    const one = await step.run("one", () => {
      calls.push("one");
      return { n: event.data.start + 1 };
    });
    const two = await step.run("two", () => {
      calls.push("two");
      return { n: one.n + 1 };
    });
    return step.run("three", () => {
      calls.push("three");
      return [one.n, two.n, "\u0000 ü \ud83c\udf0d \ud800"];
    });
  }),
  on({ id: "parallel", event: "t/parallel" }, async ({ event, step }) => {
    const parts = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        step.run(`part-${i}`, async () => {
          calls.push(`part-${i}`);
          await pause(event.data.ms);
          return i * 10;
        }),
      ),
    );
    return step.run("sum", () => parts.reduce((a, b) => a + b, 0));
  }),
  on({ id: "plain", event: "t/plain" }, ({ event }) => event.data.text),
]);
afterAll(() => stack.stop());

test("sequential steps run once each and their results are remembered", async () => {
  calls.length = 0;
  bodies = 0;
  await stack.client.send({ name: "t/sequence", data: { start: 1 } });
  const run = await endedRun(stack.db, "sequence");
  expect(run.output).toEqual([2, 3, "\u0000 ü \ud83c\udf0d \ud800"]);
  expect(calls).toEqual(["one", "two", "three"]);
  // One call per step and one for the end: the body is replayed, the steps are not.
  expect(bodies).toBe(4);
});
