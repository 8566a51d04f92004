import type { RequestListener } from "node:http";
import { serve } from "inngest/node";
import { afterAll, expect, test } from "vitest";
import { startEngine } from "@/inngest/engine/engine";
import { createTestDatabase } from "./support/database";
import {
  type Client,
  close,
  createClient,
  EVENT_KEY,
  endedRun,
  endedRuns,
  FAST,
  freePort,
  listen,
  pause,
  portOf,
  runsOf,
  SIGNING_KEY,
  startStack,
  until,
} from "./support/stack";

const seen: unknown[] = [];

const stack = await startStack((on, client) => [
  on({ id: "counts", event: "g/counts" }, ({ event }) => event.id),
  client.createFunction(
    { id: "both", triggers: [{ event: "g/one" }, { event: "g/two" }] },
    ({ event }) => event.name,
  ),
  client.createFunction({ id: "timed", triggers: { cron: "30 4 * * *" } }, ({ event }) => {
    seen.push(event);
    return event.name;
  }),
]);
afterAll(() => stack.stop());

async function post(
  body: unknown,
  headers: Record<string, string> = {},
): Promise<{ ids: string[] }> {
  const response = await fetch(`${stack.engine.url}/e/${EVENT_KEY}`, {
    method: "POST",
    body: JSON.stringify(body),
    headers,
  });
  expect(response.status).toBe(200);
  return (await response.json()) as { ids: string[] };
}

test("an event id is accepted once, even from twenty concurrent senders", async () => {
  const send = () => stack.client.send({ id: "job-1", name: "g/counts", data: {} });
  const answers = await Promise.all(Array.from({ length: 20 }, send));
  await send();
  const [run] = await endedRuns(stack.db, "counts");
  expect(run?.output).toBe("job-1");
  await pause(300);
  expect(await runsOf(stack.db, "counts")).toHaveLength(1);
  expect(new Set(answers.flatMap(({ ids }) => ids)).size).toBe(1);
  expect(await stack.db.query("SELECT FROM event WHERE name = 'g/counts'")).toHaveLength(1);
});

test("after 24 hours the same event id counts again", async () => {
  await stack.db.query("UPDATE seen_key SET expires_at = now() - interval '1 second'");
  await stack.client.send({ id: "job-1", name: "g/counts", data: {} });
  expect(await endedRuns(stack.db, "counts", 2)).toHaveLength(2);
});

test("a send that the SDK repeats is one event", async () => {
  const seed = {
    "x-inngest-event-id-seed": `${Date.now()},${Buffer.alloc(10, 7).toString("base64")}`,
  };
  const events = [
    { name: "g/seeded", data: {} },
    { name: "g/seeded", data: {} },
  ];
  const first = await post(events, seed);
  const second = await post(events, seed);
  expect(first.ids).toHaveLength(2);
  expect(new Set(first.ids).size).toBe(2);
  expect(second.ids).toEqual(first.ids);
  expect(await stack.db.query("SELECT FROM event WHERE name = 'g/seeded'")).toHaveLength(2);
});

test("one function may have several triggers; one event starts it once", async () => {
  const { ids } = await post([{ name: "g/one", data: {} }, { name: "g/two" }]);
  expect(ids).toHaveLength(2);
  const runs = await endedRuns(stack.db, "both", 2);
  expect(runs.map(({ output }) => output)).toEqual(["g/one", "g/two"]);
});

test("invalid events are refused with the reason", async () => {
  for (const body of [
    '{"data":{}}',
    '{"name":"","data":{}}',
    "{",
    '{"name":"a","data":3}',
    '{"name":"a\\u0000"}',
  ]) {
    const response = await fetch(`${stack.engine.url}/e/${EVENT_KEY}`, { method: "POST", body });
    expect([body, response.status]).toEqual([body, 400]);
    expect(((await response.json()) as { error: string }).error).not.toBe("");
  }
  const large = JSON.stringify({ name: "g/counts", data: { text: "x".repeat(5_000_000) } });
  const response = await fetch(`${stack.engine.url}/e/${EVENT_KEY}`, {
    method: "POST",
    body: large,
  }).catch(() => null);
  expect(response === null || response.status === 413).toBe(true);
});

test("a cron runs once when it is due, even with two engines", async () => {
  const next = async () => {
    const [row] = await stack.db.query<{ next_at: Date }>("SELECT next_at FROM cron_schedule");
    return row?.next_at ?? new Date(0);
  };
  const timeOf = (date: Date) => date.toISOString().slice(11, 16);
  expect(timeOf(await next())).toBe("04:30");
  expect((await next()).getTime()).toBeGreaterThan(Date.now());

  const second = await startEngine(stack.engineOptions);
  try {
    await stack.db.query("UPDATE cron_schedule SET next_at = now() - interval '3 days'");
    const run = await endedRun(stack.db, "timed");
    expect(run.output).toBe("inngest/scheduled.timer");
    await pause(600);
    // Three missed days are made up for once.
    expect(await runsOf(stack.db, "timed")).toHaveLength(1);
  } finally {
    await second.stop();
  }
  expect(seen).toMatchObject([{ data: { cron: "30 4 * * *" } }]);
  expect(timeOf(await next())).toBe("04:30");
  expect((await next()).getTime()).toBeGreaterThan(Date.now());
});

/** Serves functions of a second app and syncs it; answers the SDK's message and status. */
async function syncOtherApp(define: (client: Client) => unknown) {
  const client = createClient(stack.engine.url, { id: "other" });
  const functions = [define(client)] as never;
  const app = await listen(serve({ client, functions }) as RequestListener);
  const response = await fetch(`http://127.0.0.1:${portOf(app)}/api/inngest`, { method: "PUT" });
  const body = (await response.json()) as { message: string; modified: boolean };
  return { app, status: response.status, ...body };
}

const refusals: [string, object][] = [
  ['"debounce"', { debounce: { period: "5s" } }],
  ['"batchEvents"', { batchEvents: { maxSize: 2, timeout: "5s" } }],
  ['"rateLimit"', { rateLimit: { limit: 1, period: "5s" } }],
  ['"priority"', { priority: { run: "100" } }],
  ['"timeouts"', { timeouts: { start: "5s" } }],
  ['"singleton"', { singleton: { mode: "skip" } }],
  ['"idempotency"', { idempotency: "event.data.order" }],
  ['"concurrency.scope" without a key', { concurrency: { limit: 1, scope: "env" } }],
  [
    '"account" as "concurrency.scope"',
    { concurrency: { limit: 1, scope: "account", key: "'one'" } },
  ],
  [
    'the expression "event.data.a" in "concurrency"',
    { concurrency: { limit: 1, scope: "env", key: "event.data.a" } },
  ],
  ['the expression "\'one\'" in "concurrency"', { concurrency: { limit: 1, key: "'one'" } }],
  ['"throttle.key"', { throttle: { limit: 1, period: "5s", key: "event.data.a" } }],
  ['"throttle.burst"', { throttle: { limit: 1, period: "5s", burst: 2 } }],
  ['"cancelOn.timeout"', { cancelOn: [{ event: "b", timeout: "5s" }] }],
  ['in "cancelOn"', { cancelOn: [{ event: "b", if: "async.data.n > 2" }] }],
  ["the expression", { triggers: { event: "a", if: "event.data.n > 1" } }],
  ['the wildcard "zoo/*"', { triggers: { event: "zoo/*" } }],
  ['the event "inngest/function.finished"', { triggers: { event: "inngest/function.finished" } }],
  ['"triggers.jitter"', { triggers: { cron: "* * * * *", jitter: "5s" } }],
];

test.each(refusals)(
  "a function that uses %s is refused when it is registered",
  async (what, options) => {
    const given = { id: "x", triggers: { event: "a" }, ...options } as never;
    const { app, ...answer } = await syncOtherApp((client) =>
      client.createFunction(given, () => {}),
    );
    await close(app);
    expect(answer.status).toBe(400);
    expect(answer.message).toMatch(/^The function "other-x" uses /);
    expect(answer.message).toContain(what);
    expect(answer.message).toContain("Run the app with Inngest's own server instead");
    expect(await stack.db.query("SELECT FROM app WHERE id = 'other'")).toEqual([]);
  },
);

test("an invalid schedule is refused when it is registered", async () => {
  for (const cron of ["* * * * * *", "TZ=Europe/Berlin 0 0 * * *"]) {
    const { app, ...answer } = await syncOtherApp((client) =>
      client.createFunction({ id: "x", triggers: { cron } }, () => {}),
    );
    await close(app);
    expect(answer.status).toBe(400);
    expect(answer.message).toContain("is no cron schedule");
  }
});

test("the SDK's own sync registers an app, whose earlier events are then handled", async () => {
  await post({ name: "late/event", data: { n: 1 } });
  const define = (client: Client) =>
    client.createFunction(
      { id: "late", triggers: { event: "late/event" } },
      ({ event }) => event.data.n,
    );
  const first = await syncOtherApp(define);
  expect(first).toMatchObject({ status: 200, modified: true });
  const [run] = await until(async () => {
    const rows = await stack.db.query<{ output: number }>(
      "SELECT output FROM run WHERE function_id = 'other-late' AND status = 'completed'",
    );
    return rows.length > 0 ? rows : null;
  }, "the early event is handled");
  expect(run?.output).toBe(1);
  const again = await fetch(`http://127.0.0.1:${portOf(first.app)}/api/inngest`, { method: "PUT" });
  expect(await again.json()).toMatchObject({ modified: false });
  await close(first.app);
});

test("a function that is no longer registered gets no new runs", async () => {
  const { app } = await syncOtherApp((client) =>
    client.createFunction({ id: "new", triggers: { event: "late/other" } }, () => "new"),
  );
  await close(app);
  await post({ name: "late/event", data: { n: 2 } });
  const rows = await stack.db.query("SELECT FROM run WHERE function_id = 'other-late'");
  expect(rows).toHaveLength(1);
});

test("an engine that starts before the app keeps its events and syncs when the app starts", async () => {
  const db = await createTestDatabase();
  const port = await freePort();
  const engine = await startEngine({
    databaseUrl: db.url,
    eventKey: EVENT_KEY,
    signingKey: SIGNING_KEY,
    appUrl: `http://127.0.0.1:${port}/api/inngest`,
    ...FAST,
  });
  const client = createClient(engine.url);
  await client.send({ name: "early", data: { n: 5 } });
  const fn = client.createFunction(
    { id: "early", triggers: { event: "early" } },
    ({ event }) => event.data.n,
  );
  const app = await listen(serve({ client, functions: [fn] }) as RequestListener, port);
  expect((await endedRun(db, "early")).output).toBe(5);
  await engine.stop();
  await close(app);
  await db.drop();
});

test("no event is lost that arrives while functions are being registered", async () => {
  const db = await createTestDatabase();
  let handler: RequestListener = (_, response) => response.writeHead(503).end();
  const app = await listen((request, response) => handler(request, response));
  const engine = await startEngine({
    databaseUrl: db.url,
    eventKey: EVENT_KEY,
    signingKey: SIGNING_KEY,
    appUrl: `http://127.0.0.1:${portOf(app)}/api/inngest`,
    ...FAST,
    syncIntervalMs: 50,
  });
  try {
    const client = createClient(engine.url);
    const seen = { first: new Set<number>(), second: new Set<number>() };
    const collect = (id: keyof typeof seen) =>
      client.createFunction({ id, triggers: [{ event: "test/early" }] }, async ({ event }) => {
        seen[id].add(Number(event.data.n));
      });
    const functions = [collect("first"), collect("second")];
    const count = 60;
    const sending = (async () => {
      for (let n = 0; n < count; n += 1) {
        await client.send({ name: "test/early", data: { n } });
        if (n === 10) handler = serve({ client, functions }) as RequestListener;
      }
    })();
    await sending;
    await until(
      () => seen.first.size === count && seen.second.size === count,
      "both functions had every event",
      30_000,
    );
  } finally {
    await engine.stop();
    await close(app);
    await db.drop();
  }
});
