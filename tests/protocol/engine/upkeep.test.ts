import type { RequestListener } from "node:http";
import { serve } from "inngest/node";
import { afterAll, expect, test } from "vitest";
import { startEngine } from "@/inngest/engine/engine";
import { createTestDatabase } from "./support/database";
import {
  close,
  createClient,
  EVENT_KEY,
  endedRun,
  FAST,
  listen,
  portOf,
  runsOf,
  SIGNING_KEY,
  startStack,
  until,
} from "./support/stack";

const stack = await startStack((on) => [
  on({ id: "short", event: "u/short" }, async ({ step }) => step.run("one", () => 1)),
  on({ id: "nap", event: "u/nap" }, async ({ step }) => {
    await step.sleep("nap", "2s");
  }),
  on({ id: "long", event: "u/long" }, async ({ step }) => {
    await step.sleep("long", "1h");
  }),
]);
afterAll(() => stack.stop());

test("engines that start together on an empty database create the tables once, and a restart changes nothing", async () => {
  const db = await createTestDatabase();
  const options = { databaseUrl: db.url, eventKey: EVENT_KEY, signingKey: SIGNING_KEY, ...FAST };
  const engines = await Promise.all(Array.from({ length: 4 }, () => startEngine(options)));
  await Promise.all(engines.map((engine) => engine.stop()));
  const versions = await db.query("SELECT version FROM schema_version ORDER BY version");
  const again = await startEngine(options);
  await again.stop();
  expect(await db.query("SELECT version FROM schema_version ORDER BY version")).toEqual(versions);
  expect(versions.length).toBeGreaterThan(0);
  await db.query("INSERT INTO schema_version (version) VALUES (999)");
  await expect(startEngine(options)).rejects.toThrow("made by a newer engine");
  await db.drop();
});

test("old ended runs and events are deleted, unfinished runs stay", async () => {
  await stack.client.send([
    { name: "u/short", data: {} },
    { name: "u/long", data: {} },
  ]);
  await endedRun(stack.db, "short");
  await until(
    async () => (await stack.db.query("SELECT FROM wait WHERE kind = 'sleep'")).length === 1,
    "the long run sleeps",
  );
  await stack.db.query("UPDATE run SET created_at = now() - interval '8 days'");
  await stack.db.query(
    "UPDATE run SET ended_at = now() - interval '8 days' WHERE ended_at IS NOT NULL",
  );
  await stack.db.query(
    "UPDATE event SET received_at = now() - interval '8 days' WHERE name = 'u/short'",
  );
  const engine = await startEngine(stack.engineOptions);
  await until(async () => (await runsOf(stack.db, "short")).length === 0, "the old run is deleted");
  await engine.stop();
  expect(await stack.db.query("SELECT FROM step")).toEqual([]);
  expect(await runsOf(stack.db, "long")).toHaveLength(1);
  const events = await stack.db.query<{ name: string }>("SELECT name FROM event");
  expect(events.map(({ name }) => name)).toEqual(["u/long"]);
});

test("an app that changed its id leaves no functions behind", async () => {
  const serveAs = (id: string) => {
    const client = createClient(stack.engine.url, { id });
    const fn = client.createFunction({ id: "renamed", triggers: { event: "u/renamed" } }, () => id);
    return serve({ client, functions: [fn] }) as RequestListener;
  };
  let handler = serveAs("former");
  const app = await listen((request, response) => handler(request, response));
  const sync = () => fetch(`http://127.0.0.1:${portOf(app)}/api/inngest`, { method: "PUT" });
  const active = async () =>
    (
      await stack.db.query<{ id: string }>(
        "SELECT id FROM function WHERE id LIKE '%renamed' AND archived_at IS NULL",
      )
    ).map(({ id }) => id);
  for (const id of ["former", "latter", "former"]) {
    handler = serveAs(id);
    expect((await sync()).status).toBe(200);
    expect(await active()).toEqual([`${id}-renamed`]);
  }
  await close(app);
});

test("a sleep that one engine began ends on time in another, without a poll", async () => {
  await stack.client.send({ name: "u/nap", data: {} });
  await until(
    async () => (await stack.db.query("SELECT FROM wait WHERE name = 'nap'")).length === 1,
    "the run sleeps",
  );
  await stack.engine.stop();
  const engine = await startEngine({ ...stack.engineOptions, pollMs: 10_000 });
  const run = await endedRun(stack.db, "nap");
  await engine.stop();
  expect(run.milliseconds).toBeGreaterThanOrEqual(2_000);
  expect(run.milliseconds).toBeLessThan(7_000);
});
