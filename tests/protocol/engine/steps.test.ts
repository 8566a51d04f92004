import { afterAll, beforeAll, expect, test } from "vitest";
import { endedRun, pause, type Stack, startStack } from "./support/stack";

const calls: string[] = [];
let bodies = 0;
let stack: Stack;

beforeAll(async () => {
  stack = await startStack((client) => [
    client.createFunction(
      { id: "sequence", triggers: { event: "t/sequence" } },
      async ({ event, step }) => {
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
      },
    ),
    client.createFunction(
      { id: "parallel", triggers: { event: "t/parallel" } },
      async ({ event, step }) => {
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
      },
    ),
    client.createFunction(
      { id: "plain", triggers: { event: "t/plain" } },
      ({ event }) => event.data.text,
    ),
    client.createFunction(
      { id: "race", triggers: { event: "t/race" } },
      async ({ group, step }) => {
        const winner = await group.parallel({ mode: "race" }, () =>
          Promise.race([
            step.run("slow", async () => {
              calls.push("slow");
              await pause(900);
              return "slow";
            }),
            step.run("fast", () => {
              calls.push("fast");
              return "fast";
            }),
          ]),
        );
        await step.run("after", () => {
          calls.push(`after ${winner}`);
        });
        return winner;
      },
    ),
    client.createFunction({ id: "chains", triggers: { event: "t/chains" } }, ({ group, step }) =>
      group.parallel({ mode: "race" }, () =>
        Promise.all(
          ["a", "b"].map(async (chain) => {
            await step.run(`${chain} one`, async () => {
              await pause(chain === "a" ? 0 : 1_000);
              calls.push(`${chain} one`);
            });
            await step.run(`${chain} two`, () => {
              calls.push(`${chain} two`);
            });
          }),
        ),
      ),
    ),
  ]);
});
afterAll(() => stack.stop());

test("a function without steps returns its value", async () => {
  await stack.client.send({ name: "t/plain", data: { text: "héllo" } });
  expect(await endedRun(stack.db, "plain")).toMatchObject({ status: "completed", output: "héllo" });
});

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

test("parallel steps run once each, and the step after them sees all results", async () => {
  calls.length = 0;
  await stack.client.send({ name: "t/parallel", data: { ms: 20 } });
  const run = await endedRun(stack.db, "parallel");
  expect(run.output).toBe(150);
  expect([...calls].sort()).toEqual(["part-0", "part-1", "part-2", "part-3", "part-4", "part-5"]);
});

test("steps in race mode let the run go on after the first, and none runs twice", async () => {
  calls.length = 0;
  await stack.client.send({ name: "t/race", data: {} });
  const run = await endedRun(stack.db, "race");
  expect(run.output).toBe("fast");
  expect(calls.indexOf("after fast")).toBeGreaterThan(-1);
  expect([...calls].sort()).toEqual(["after fast", "fast", "slow"]);
});

test("chains in race mode go on independently of each other", async () => {
  calls.length = 0;
  await stack.client.send({ name: "t/chains", data: {} });
  const run = await endedRun(stack.db, "chains");
  expect(run.status).toBe("completed");
  expect(calls).toEqual(["a one", "a two", "b one", "b two"]);
});
