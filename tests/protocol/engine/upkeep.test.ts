import { afterAll, expect, test } from "vitest";
import { startEngine } from "@/inngest/engine/engine";
import type { EngineOptions } from "@/inngest/engine/options";
import { endedRun, runsOf, startStack, until } from "./support/stack";

const stack = await startStack((on) => [
  on({ id: "short", event: "u/short" }, async ({ step }) => step.run("one", () => 1)),
  on({ id: "nap", event: "u/nap" }, async ({ step }) => {
    await step.sleep("nap", "2s");
  }),
  on({ id: "long", event: "u/long" }, async ({ step }) => {
    await step.sleep("long", "1h");
  }),
]);
let { engine } = stack;
afterAll(async () => {
  await engine.stop();
  await stack.stop();
});

async function restartEngine(options: Partial<EngineOptions> = {}): Promise<void> {
  await engine.stop();
  engine = await startEngine({ ...stack.engineOptions, port: stack.engine.port, ...options });
}

test("one engine works on a database; the next one waits until it has ended", async () => {
  await expect(startEngine(stack.engineOptions)).rejects.toThrow("Another engine works on this");
}, 20_000);

test("unfinished runs start again from their events when another version's tables are found", async () => {
  const other = await startStack((on) => [
    on({ id: "short", event: "u/short" }, ({ event }) => event.data.n),
  ]);
  const { db } = other;
  await other.engine.stop();
  await db.query("DROP SCHEMA inngest_engine CASCADE");
  await db.query("CREATE SCHEMA inngest_engine");
  await db.query("CREATE TABLE schema_version (version integer)");
  await db.query("INSERT INTO schema_version VALUES (1), (4)");
  await db.query(
    "CREATE TABLE run (event json, ended_at timestamptz, created_at timestamptz DEFAULT now())",
  );
  const event = (name: string, n: number) =>
    JSON.stringify({ id: `${n}`, name, data: { n, nul: "\u0000" }, ts: 1 });
  await db.query("INSERT INTO run VALUES ($1, NULL), ($2, now()), ($3, NULL)", [
    event("u/short", 1),
    event("u/short", 2),
    event("inngest/scheduled.timer", 3),
  ]);
  const engine = await startEngine(other.engineOptions);
  expect((await endedRun(db, "short")).output).toBe(1);
  expect(await db.query("SELECT FROM event")).toEqual([]);
  await engine.stop();
  const again = await startEngine(other.engineOptions);
  expect(await runsOf(db, "short")).toHaveLength(1);
  await again.stop();
  await other.stop();
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
  await restartEngine();
  await until(async () => (await runsOf(stack.db, "short")).length === 0, "the old run is deleted");
  expect(await stack.db.query("SELECT FROM step")).toEqual([]);
  expect(await runsOf(stack.db, "long")).toHaveLength(1);
});

test("a sleep that one engine began ends on time in another, without a poll", async () => {
  await stack.client.send({ name: "u/nap", data: {} });
  await until(
    async () => (await stack.db.query("SELECT FROM wait WHERE name = 'nap'")).length === 1,
    "the run sleeps",
  );
  await restartEngine({ pollMs: 10_000 });
  const run = await endedRun(stack.db, "nap");
  expect(run.milliseconds).toBeGreaterThanOrEqual(2_000);
  expect(run.milliseconds).toBeLessThan(7_000);
});
