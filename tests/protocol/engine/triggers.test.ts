import type { RequestListener } from "node:http";
import { serve } from "inngest/node";
import { afterAll, expect, test } from "vitest";
import { startEngine } from "@/inngest/engine/engine";
import { freePort } from "@/prisma/postgres/free-port";
import { createTestDatabase } from "./support/database";
import {
  close,
  createClient,
  EVENT_KEY,
  endedRun,
  endedRuns,
  FAST,
  listen,
  pause,
  runsOf,
  SIGNING_KEY,
  startEmptyStack,
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

async function post(body: unknown): Promise<{ ids: string[] }> {
  const response = await fetch(`${stack.engine.url}/e/${EVENT_KEY}`, {
    method: "POST",
    body: JSON.stringify(body),
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
});

test("after 24 hours the same event id counts again", async () => {
  await stack.db.query("UPDATE seen_event SET expires_at = now() - interval '1 second'");
  await stack.client.send({ id: "job-1", name: "g/counts", data: {} });
  expect(await endedRuns(stack.db, "counts", 2)).toHaveLength(2);
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
});

test("a cron runs once when it is due, and makes up for missed times once", async () => {
  const next = async () => {
    const [row] = await stack.db.query<{ next_at: Date }>("SELECT next_at FROM cron_schedule");
    return row?.next_at ?? new Date(0);
  };
  const timeOf = (date: Date) => date.toISOString().slice(11, 16);
  expect(timeOf(await next())).toBe("04:30");
  expect((await next()).getTime()).toBeGreaterThan(Date.now());

  await stack.db.query("UPDATE cron_schedule SET next_at = now() - interval '3 days'");
  const run = await endedRun(stack.db, "timed");
  expect(run.output).toBe("inngest/scheduled.timer");
  await pause(600);
  expect(await runsOf(stack.db, "timed")).toHaveLength(1);
  expect(seen).toMatchObject([{ data: { cron: "30 4 * * *" } }]);
  expect(timeOf(await next())).toBe("04:30");
  expect((await next()).getTime()).toBeGreaterThan(Date.now());
});

test("functions that change are registered at the next sync; those that are gone get no new runs", async () => {
  const { db, client, serve: serveFunctions, stop } = await startEmptyStack({ syncIntervalMs: 50 });
  const serveOnly = (id: string) =>
    serveFunctions(client.createFunction({ id, triggers: { event: `late/${id}` } }, () => id));
  const registered = async () =>
    (await db.query<{ id: string }>("SELECT id FROM function")).map(({ id }) => id).join();
  serveOnly("first");
  await until(async () => (await registered()) === "app-first", "the first is registered");
  await client.send({ name: "late/second", data: {} });
  serveOnly("second");
  // Its event came before it.
  expect((await endedRun(db, "second")).output).toBe("second");
  expect(await registered()).toBe("app-second");
  await client.send({ name: "late/first", data: {} });
  expect(await db.query("SELECT FROM run WHERE function_id = 'app-first'")).toEqual([]);
  await stop();
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
  const { client, serve: serveFunctions, stop } = await startEmptyStack({ syncIntervalMs: 50 });
  try {
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
        if (n === 10) serveFunctions(...functions);
      }
    })();
    await sending;
    await until(
      () => seen.first.size === count && seen.second.size === count,
      "both functions had every event",
      30_000,
    );
  } finally {
    await stop();
  }
});
