import { createHmac } from "node:crypto";
import type { RequestListener } from "node:http";
import { serve } from "inngest/node";
import { afterAll, expect, test } from "vitest";
import { startEngine } from "@/inngest/engine/engine";
import { canonicalJson, sign, verify } from "@/inngest/engine/signature";
import { createTestDatabase } from "./support/database";
import {
  close,
  createClient,
  EVENT_KEY,
  endedRun,
  FAST,
  listen,
  pause,
  portOf,
  runsOf,
  SIGNING_KEY,
  startStack,
  synced,
  until,
} from "./support/stack";

const FOREIGN_KEY = "signkey-prod-ffffffffffffffffffffffffffffffff";
let ran = 0;

const stack = await startStack((on) => [
  on({ id: "guarded", event: "s/guarded" }, ({ event }) => {
    ran += 1;
    return event.data.n;
  }),
]);
afterAll(() => stack.stop());

const callBody = canonicalJson({
  version: 2,
  event: { id: "e", name: "s/guarded", data: { n: 1, ü: "é\u2028", a: [1.5, null, true] }, ts: 1 },
  events: [{ id: "e", name: "s/guarded", data: { n: 1 }, ts: 1 }],
  steps: {},
  ctx: { run_id: "r", attempt: 0, stack: { stack: [], current: 0 } },
});

function call(headers: Record<string, string>, body = callBody): Promise<Response> {
  return fetch(`${stack.appUrl}?fnId=app-guarded&stepId=step`, {
    method: "POST",
    body,
    headers: { "content-type": "application/json", ...headers },
  });
}

test("the SDK runs a call with our signature, and signs its answer", async () => {
  const before = ran;
  const response = await call({ "x-inngest-signature": sign(callBody, SIGNING_KEY) });
  expect(response.status).toBe(200);
  const text = await response.text();
  expect(text).toBe("1");
  expect(ran).toBe(before + 1);
  const signature = response.headers.get("x-inngest-signature") ?? undefined;
  expect(verify(signature, text, SIGNING_KEY)).toBe(true);
  expect(verify(signature, "2", SIGNING_KEY)).toBe(false);
});

test("the SDK refuses calls that are unsigned, foreign, old or changed", async () => {
  const before = ran;
  const signature = sign(callBody, SIGNING_KEY);
  const attempts = [
    call({}),
    call({ "x-inngest-signature": sign(callBody, FOREIGN_KEY) }),
    call({ "x-inngest-signature": sign(callBody, SIGNING_KEY, Date.now() - 6 * 60_000) }),
    call({ "x-inngest-signature": signature }, callBody.replace('"n":1', '"n":2')),
  ];
  for (const response of await Promise.all(attempts)) expect(response.status).toBe(401);
  expect(ran).toBe(before);
});

test("the engine takes events with its event key alone", async () => {
  const body = JSON.stringify({ name: "s/guarded", data: { n: 7 } });
  for (const key of ["wrong", `${EVENT_KEY}x`, "%20"]) {
    const response = await fetch(`${stack.engine.url}/e/${key}`, { method: "POST", body });
    expect(response.status).toBe(401);
  }
  const foreign = createClient(stack.engine.url, { eventKey: "wrong" });
  await expect(foreign.send({ name: "s/guarded", data: {} })).rejects.toThrow(
    "Event key not found",
  );
  expect(await stack.db.query("SELECT FROM event")).toEqual([]);
});

test("an engine with another signing key learns nothing of the app and starts nothing in it", async () => {
  const before = ran;
  const db = await createTestDatabase();
  const options = { ...stack.engineOptions, databaseUrl: db.url, signingKey: FOREIGN_KEY };
  const engine = await startEngine(options);
  await pause(300);
  expect(await db.query("SELECT FROM function")).toEqual([]);
  await engine.stop();
  await db.drop();
  expect(ran).toBe(before);
});

test("an answer that the SDK did not sign ends no run and uses up no attempt", async () => {
  const forged: RequestListener = (request, response) => {
    request.resume();
    const timestamp = "1700000000";
    const mac = createHmac("sha256", "ab").update(`"forged"${timestamp}`).digest("hex");
    response.writeHead(200, {
      "x-inngest-sdk": "inngest-js:v4.24.0",
      "x-inngest-signature": `t=${timestamp}&s=${mac}`,
    });
    response.end('"forged"');
  };
  const db = await createTestDatabase();
  let handler: RequestListener = forged;
  let forgeries = 0;
  const app = await listen((request, response) => {
    if (handler === forged) forgeries += 1;
    handler(request, response);
  });
  const engine = await startEngine({
    ...stack.engineOptions,
    databaseUrl: db.url,
    appUrl: `http://127.0.0.1:${portOf(app)}/api/inngest`,
  });
  await until(() => forgeries >= 2, "the sync was not believed");
  expect(await db.query("SELECT FROM function")).toEqual([]);
  const client = createClient(engine.url);
  const fn = client.createFunction(
    { id: "late", retries: 0, triggers: { event: "s/late" } },
    ({ attempt }) => `real ${attempt}`,
  );
  const real = serve({ client, functions: [fn] }) as RequestListener;
  handler = real;
  await synced(db);
  handler = forged;
  forgeries = 0;
  await client.send({ name: "s/late", data: {} });
  await until(() => forgeries >= 2, "the forged answer was refused twice");
  handler = real;
  expect((await endedRun(db, "late")).output).toBe("real 0");
  await engine.stop();
  await close(app);
  await db.drop();
});

test("health says whether the engine works; other paths and methods are refused", async () => {
  const get = (path: string, method = "GET") => fetch(`${stack.engine.url}${path}`, { method });
  expect((await get("/health")).status).toBe(200);
  expect((await get("/")).status).toBe(404);
  expect((await get(`/e/${EVENT_KEY}`)).status).toBe(405);
  expect((await get("/fn/register", "POST")).status).toBe(404);
});

test("wrong settings stop the start with a clear message", async () => {
  const start = (change: object) => startEngine({ ...stack.engineOptions, ...FAST, ...change });
  await expect(start({ signingKey: undefined })).rejects.toThrow("ENGINE_SIGNING_KEY is not set");
  await expect(start({ appUrl: "localhost:3000" })).rejects.toThrow("ENGINE_APP_URL must be");
  await expect(start({ eventKey: "" })).rejects.toThrow("ENGINE_EVENT_KEY must not be empty");
});

test("a valid event still runs after all this", async () => {
  await stack.client.send({ name: "s/guarded", data: { n: 42 } });
  expect((await endedRun(stack.db, "guarded")).output).toBe(42);
  expect(await runsOf(stack.db, "guarded")).toHaveLength(1);
});
