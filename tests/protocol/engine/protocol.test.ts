import type { Server } from "node:http";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Engine, startEngine } from "@/inngest/engine/engine";
import { sign, verify } from "@/inngest/engine/signature";
import { createTestDatabase, type TestDatabase } from "./support/database";
import {
  close,
  createClient,
  EVENT_KEY,
  endedRun,
  FAST,
  listen,
  pause,
  portOf,
  SIGNING_KEY,
} from "./support/stack";

interface Call {
  stepId: string;
  signed: boolean;
  body: {
    version: number;
    event: Record<string, unknown>;
    events: unknown[];
    steps: Record<string, unknown>;
    ctx: Record<string, unknown>;
  };
}
type Answer = { status: number; body: unknown; headers?: Record<string, string> };

/** An app without an SDK, which answers each call as the test says. */
let answer: (call: Call, index: number) => Answer | Promise<Answer>;
let calls: Call[];
let db: TestDatabase;
let engine: Engine;
let app: Server;

const registration = {
  app_id: "app",
  functions: [
    {
      id: "app-scripted",
      triggers: [{ event: "scripted" }],
      steps: { step: { id: "step", name: "step", retries: { attempts: 1 } } },
    },
  ],
};

beforeEach(async () => {
  calls = [];
  db = await createTestDatabase();
  app = await listen(async (request, response) => {
    const content = await text(request);
    const isSigned = verify(String(request.headers["x-inngest-signature"]), content, SIGNING_KEY);
    const send = ({ status, body, headers }: Answer) => {
      const out = JSON.stringify(body);
      response.writeHead(status, { "x-inngest-signature": sign(out, SIGNING_KEY), ...headers });
      response.end(out);
    };
    if (request.method === "PUT") return send({ status: isSigned ? 200 : 401, body: registration });
    const url = new URL(request.url ?? "", "http://app");
    const stepId = url.searchParams.get("stepId") ?? "";
    const call: Call = { stepId, signed: isSigned, body: JSON.parse(content) };
    calls.push(call);
    send(await answer(call, calls.length - 1));
  });
  engine = await startEngine({
    databaseUrl: db.url,
    eventKey: EVENT_KEY,
    signingKey: SIGNING_KEY,
    appUrl: `http://127.0.0.1:${portOf(app)}/api/inngest`,
    ...FAST,
  });
});
afterEach(async () => {
  await engine.stop();
  await close(app);
  await db.drop();
});

const run = async () => {
  await createClient(engine.url).send({ name: "scripted", data: { n: 1 } });
  return endedRun(db, "scripted");
};
const planned = (id: string) => ({ id, op: "StepPlanned", displayName: id });
const ran = (id: string, data: unknown) => ({ id, op: "StepRun", data });

test("calls carry what the specification lists, and steps in the order in which they ended", async () => {
  answer = async ({ stepId, body }) => {
    if (stepId === "a") {
      await pause(250);
      return { status: 206, body: [ran("a", { n: 1 })] };
    }
    if (stepId === "b") return { status: 206, body: [ran("b", null)] };
    if ("a" in body.steps && "b" in body.steps) return { status: 200, body: "done" };
    return { status: 206, body: [planned("a"), planned("b")] };
  };
  expect(await run()).toMatchObject({ status: "completed", output: "done" });
  expect(calls.every(({ signed }) => signed)).toBe(true);

  const [first] = calls;
  expect(first?.body.version).toBe(2);
  expect(first?.body.event).toMatchObject({
    name: "scripted",
    data: { n: 1 },
    id: expect.any(String),
  });
  expect(first?.body.events).toEqual([first?.body.event]);
  expect(first?.body.ctx).toEqual({
    run_id: expect.any(String),
    attempt: 0,
    max_attempts: 2,
    disable_immediate_execution: false,
    use_api: false,
    stack: { stack: [], current: 0 },
  });
  // Each planned step is called once; parallel steps are waited for together.
  expect(calls.map(({ stepId }) => stepId).sort()).toEqual(["a", "b", "step", "step"]);
  const [a] = calls.filter(({ stepId }) => stepId === "a");
  expect(a?.body.ctx).toMatchObject({ disable_immediate_execution: true });
  const discoveries = calls.filter(({ stepId }) => stepId === "step");
  expect(discoveries[1]?.body.steps).toEqual({
    a: { type: "data", data: { n: 1 } },
    b: { type: "data", data: null },
  });
  expect(discoveries[1]?.body.ctx).toMatchObject({
    disable_immediate_execution: false,
    stack: { stack: ["b", "a"], current: 2 },
  });
});

test("operations that the engine does not support end the run with the reason", async () => {
  answer = () => ({ status: 206, body: [{ id: "x", op: "AIGateway", displayName: "ask" }] });
  expect(await run()).toMatchObject({
    status: "failed",
    output: { message: expect.stringContaining("steps that the embedded engine does not know") },
  });
  expect(calls).toHaveLength(1);
});

test("an error without x-inngest-no-retry is repeated, with it is final", async () => {
  answer = (_, index) =>
    index === 0
      ? { status: 500, body: { type: "internal", name: "Error", message: "first" } }
      : {
          status: 400,
          headers: { "x-inngest-no-retry": "true" },
          body: { name: "E", message: "last" },
        };
  expect(await run()).toMatchObject({ status: "failed", output: { name: "E", message: "last" } });
  expect(calls.map(({ body }) => body.ctx.attempt)).toEqual([0, 1]);
});

test("Retry-After is obeyed", async () => {
  let failedAt = 0;
  let repeatedAt = 0;
  answer = (_, index) => {
    if (index > 0) {
      repeatedAt = Date.now();
      return { status: 200, body: null };
    }
    failedAt = Date.now();
    return { status: 500, headers: { "retry-after": "1" }, body: { name: "E", message: "later" } };
  };
  expect((await run()).status).toBe("completed");
  expect(repeatedAt - failedAt).toBeGreaterThanOrEqual(990);
});

test("a planned step whose calls are all cut off fails as a step, visible to the function", async () => {
  answer = ({ stepId, body }) => {
    if (stepId === "a") return { status: 500, body: { name: "Error", message: "broken" } };
    if ("a" in body.steps) return { status: 200, body: body.steps.a };
    return { status: 206, body: [planned("a")] };
  };
  expect(await run()).toMatchObject({
    status: "completed",
    output: { type: "error", error: { name: "Error", message: "broken" } },
  });
  expect(calls.filter(({ stepId }) => stepId === "a")).toHaveLength(2);
});
