import { type Context, type FailureEventArgs, NonRetriableError, StepError } from "inngest";
import { afterAll, expect, test } from "vitest";
import { endedRun, startStack } from "./support/stack";

const attempts = new Map<string, { at: number; attempt: number }[]>();
const failures: {
  error: Error;
  event: FailureEventArgs["event"]["data"]["event"];
  runId: string;
}[] = [];

function attempted(key: string, attempt: number): number {
  const list = attempts.get(key) ?? [];
  list.push({ at: Date.now(), attempt });
  attempts.set(key, list);
  return list.length;
}

function gaps(key: string): number[] {
  const list = attempts.get(key) ?? [];
  return list.slice(1).map(({ at }, i) => at - (list[i]?.at ?? 0));
}

const numbers = (key: string) => (attempts.get(key) ?? []).map(({ attempt }) => attempt);

/** Results that PostgreSQL cannot store, of the function itself and of one of two steps. */
const unstorable: Record<string, (step: Context["step"]) => Promise<unknown>> = {
  "too-long": (step) => step.sleep("for ages", "99999999999999w"),
  "no-text": (step) =>
    Promise.all([step.run("fine", () => 1), step.run("nul", () => "\u0000 in JSON")]),
};

const stack = await startStack((on) => [
  on({ id: "recovers", event: "f/recovers", retries: 4 }, async ({ step, attempt }) => {
    const value = await step.run("shaky", () => {
      if (attempted("shaky", attempt) < 4) throw new Error("not yet");
      return "fine";
    });
    // The next step starts with attempts of its own.
    return step.run("next", () => {
      if (attempted("next", attempt) < 2) throw new Error("not yet either");
      return `${value} twice`;
    });
  }),
  on({ id: "parallel-recovers", event: "f/parallel", retries: 2 }, async ({ step, attempt }) =>
    Promise.all(
      ["a", "b"].map((id) =>
        step.run(id, () => {
          if (attempted(`parallel ${id}`, attempt) < (id === "a" ? 3 : 1)) throw new Error(id);
          return id;
        }),
      ),
    ),
  ),
  on(
    {
      id: "exhausted",
      event: "f/exhausted",
      retries: 2,
      onFailure: ({ error, event }: FailureEventArgs) => {
        failures.push({ error, event: event.data.event, runId: event.data.run_id });
      },
    },
    async ({ step, attempt }) => {
      await step.run("doomed", () => {
        attempted("doomed", attempt);
        throw new TypeError("never works");
      });
    },
  ),
  on({ id: "caught", event: "f/caught", retries: 1 }, async ({ step, attempt }) => {
    try {
      await step.run("doomed", () => {
        attempted("caught", attempt);
        throw new RangeError("out of range");
      });
      return "unreachable";
    } catch (error) {
      if (!(error instanceof StepError)) throw error;
      return step.run("instead", () => `instead of ${error.name}: ${error.message}`);
    }
  }),
  on({ id: "refused", event: "f/refused", retries: 5 }, async ({ step, attempt }) => {
    await step.run("final", () => {
      attempted("final", attempt);
      throw new NonRetriableError("no use");
    });
  }),
  on({ id: "body-throws", event: "f/body", retries: 2 }, async ({ attempt }) => {
    if (attempted("body", attempt) < 3) throw new Error("outside of a step");
    return "third time";
  }),
  on({ id: "no-retries", event: "f/none", retries: 0 }, async ({ step, attempt }) =>
    step.run("single", () => {
      attempted("single", attempt);
      throw new Error("once");
    }),
  ),
  ...Object.entries(unstorable).map(([id, work]) =>
    on(
      {
        id,
        event: `f/${id}`,
        retries: 5,
        onFailure: ({ error, event }: FailureEventArgs) => {
          failures.push({ error, event: event.data.event, runId: event.data.run_id });
        },
      },
      async ({ step, attempt }) => {
        attempted(id, attempt);
        await work(step);
      },
    ),
  ),
]);
afterAll(() => stack.stop());

test("a failing step is repeated with growing pauses until it succeeds", async () => {
  await stack.client.send({ name: "f/recovers", data: {} });
  const run = await endedRun(stack.db, "recovers");
  expect(run).toMatchObject({ status: "completed", output: "fine twice" });
  expect(numbers("shaky")).toEqual([0, 1, 2, 3]);
  expect(numbers("next")).toEqual([0, 1]);
  const [first = 0, second = 0, third = 0] = gaps("shaky");
  // The base is 60 ms and doubles.
  expect(first).toBeGreaterThanOrEqual(60);
  expect(second).toBeGreaterThanOrEqual(120);
  expect(third).toBeGreaterThanOrEqual(240);
  expect(third).toBeLessThan(5_000);
});

test("each parallel step has its own attempts", async () => {
  await stack.client.send({ name: "f/parallel", data: {} });
  const run = await endedRun(stack.db, "parallel-recovers");
  expect(run).toMatchObject({ status: "completed", output: ["a", "b"] });
  expect(numbers("parallel a")).toEqual([0, 1, 2]);
  expect(numbers("parallel b")).toEqual([0]);
});

test("when the attempts are used up the run fails and onFailure gets error and event", async () => {
  await stack.client.send({ name: "f/exhausted", data: { story: 7 } });
  const run = await endedRun(stack.db, "exhausted");
  expect(run).toMatchObject({
    status: "failed",
    output: { name: "TypeError", message: "never works" },
  });
  expect(numbers("doomed")).toEqual([0, 1, 2]);
  expect(await endedRun(stack.db, "exhausted-failure")).toMatchObject({ status: "completed" });
  expect(failures).toHaveLength(1);
  expect(failures[0]?.error.message).toBe("never works");
  expect(failures[0]?.error.name).toBe("TypeError");
  expect(failures[0]?.event).toMatchObject({ name: "f/exhausted", data: { story: 7 } });
  expect(failures[0]?.runId).toBe(run.id);
});

test("a function may catch the error of a step that failed for good", async () => {
  await stack.client.send({ name: "f/caught", data: {} });
  const run = await endedRun(stack.db, "caught");
  expect(run).toMatchObject({
    status: "completed",
    output: "instead of RangeError: out of range",
  });
  expect(numbers("caught")).toEqual([0, 1]);
});

test("NonRetriableError ends a step at the first attempt", async () => {
  await stack.client.send({ name: "f/refused", data: {} });
  expect(await endedRun(stack.db, "refused")).toMatchObject({
    status: "failed",
    output: { message: "no use" },
  });
  expect(numbers("final")).toEqual([0]);
});

test("an error outside of steps repeats the function", async () => {
  await stack.client.send({ name: "f/body", data: {} });
  expect(await endedRun(stack.db, "body-throws")).toMatchObject({ output: "third time" });
  expect(numbers("body")).toEqual([0, 1, 2]);
});

test("retries: 0 means one attempt", async () => {
  await stack.client.send({ name: "f/none", data: {} });
  expect(await endedRun(stack.db, "no-retries")).toMatchObject({ status: "failed" });
  expect(numbers("single")).toEqual([0]);
});

test.each([
  ["too-long", "out of range"],
  ["no-text", "Unicode escape"],
])("a result that the database refuses for good fails its run: %s", async (id, reason) => {
  await stack.db.query("ALTER TABLE step DROP CONSTRAINT IF EXISTS no_nul");
  await stack.db.query("ALTER TABLE step ADD CONSTRAINT no_nul CHECK (state::jsonb IS NOT NULL)");
  await stack.client.send({ name: `f/${id}`, data: {} });
  const run = await endedRun(stack.db, id);
  const output = { message: expect.stringMatching(`cannot be stored.*${reason}`) };
  expect(run).toMatchObject({ status: "failed", output });
  expect(await endedRun(stack.db, `${id}-failure`)).toMatchObject({ status: "completed" });
  expect(failures.find(({ runId }) => runId === run.id)?.error.message).toMatch(reason);
});
