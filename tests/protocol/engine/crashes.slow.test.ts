import { afterEach, beforeEach, expect, test } from "vitest";
import { freePort } from "@/prisma/postgres/free-port";
import { createTestDatabase, type TestDatabase } from "./support/database";
import { startAppProcess, startEngineProcess, type TestProcess } from "./support/processes";
import { createClient, endedRun, endedRuns, pause, synced, until } from "./support/stack";

let db: TestDatabase;
let appPort: number;
let appEnv: Record<string, string>;
const processes: TestProcess[] = [];

beforeEach(async () => {
  db = await createTestDatabase();
  await db.query(
    `CREATE TABLE public.step_log (
       id bigserial PRIMARY KEY, at timestamptz NOT NULL DEFAULT clock_timestamp(),
       run_id text NOT NULL, step text NOT NULL, phase text NOT NULL)`,
  );
  appPort = await freePort();
  appEnv = { ENGINE_APP_URL: `http://127.0.0.1:${appPort}/api/inngest` };
});
afterEach(async () => {
  await Promise.all(processes.splice(0).map((process) => process.kill()));
  await db.drop();
});

async function engine(env: Record<string, string> = {}): Promise<TestProcess> {
  const started = await startEngineProcess(db.url, { ...appEnv, ...env });
  processes.push(started);
  return started;
}

async function app(enginePort: number): Promise<TestProcess> {
  const started = await startAppProcess(db.url, enginePort, appPort);
  processes.push(started);
  return started;
}

const send = (port: number, name: string, data: Record<string, unknown>) =>
  createClient(`http://127.0.0.1:${port}`).send({ name, data });

interface LogRow {
  run_id: string;
  step: string;
  phase: "start" | "end";
}

const log = () => db.query<LogRow>("SELECT run_id, step, phase FROM public.step_log ORDER BY id");

async function count(step: string, phase: LogRow["phase"]): Promise<number> {
  return (await log()).filter((row) => row.step === step && row.phase === phase).length;
}

const started = (step: string, times = 1) =>
  until(async () => (await count(step, "start")) >= times, `${step} has started ${times} time(s)`);

test("the engine is killed with a queue: everything runs once after that, within turns and limits", async () => {
  const first = await engine();
  await app(first.port);
  await synced(db);
  const client = createClient(`http://127.0.0.1:${first.port}`);
  const ask = (author: string, count: number) =>
    client.send(
      Array.from({ length: count }, () => ({ name: "p/turn", data: { author, ms: 150 } })),
    );
  await ask("a", 8);
  await ask("b", 2);
  await started("a", 2);
  await first.kill();
  await engine();
  const runs = await endedRuns(db, "in-turns", 10, 30_000);
  expect(runs.every(({ status }) => status === "completed")).toBe(true);
  const rows = await log();
  const ends = rows.filter(({ phase }) => phase === "end").map(({ step }) => step);
  const interrupted = rows.length / 2 - 10;
  // Only interrupted calls are repeated.
  expect(interrupted).toBeLessThanOrEqual(2);
  expect(ends.filter((author) => author === "b").length).toBeGreaterThanOrEqual(2);
  // Both of the second author are through long before the first one's last.
  expect(ends.lastIndexOf("b")).toBeLessThan(ends.length - 2);
  expect(await db.query("SELECT FROM queue_item")).toEqual([]);
});

test("a call that cannot reach the app uses up no attempt", async () => {
  const { port } = await engine();
  const first = await app(port);
  await synced(db);
  await first.kill();
  await send(port, "p/once", { ms: 10 });
  // Time for several calls.
  await pause(400);
  await app(port);
  expect(await endedRun(db, "once")).toMatchObject({
    status: "completed",
    output: "done at attempt 0",
  });
  expect(await count("only", "start")).toBe(1);
});

test("a call that hangs ends by the timeout and counts as an attempt", async () => {
  const { port } = await engine({ ENGINE_CALL_TIMEOUT_MS: "300" });
  await app(port);
  await synced(db);
  await send(port, "p/once", { ms: 5_000 });
  const run = await endedRun(db, "once");
  expect(run).toMatchObject({
    status: "failed",
    output: { message: expect.stringContaining("No answer within") },
  });
  expect(run.milliseconds).toBeLessThan(4_500);
});

test("SIGTERM lets the running call finish and ends with 0; the next engine goes on", async () => {
  const first = await engine();
  await app(first.port);
  await synced(db);
  await send(first.port, "p/three", { ms: 700 });
  await started("slow");
  expect(await first.terminate()).toBe(0);
  expect(await count("slow", "end")).toBe(1);
  await engine();
  expect(await endedRun(db, "three-steps")).toMatchObject({ status: "completed", output: 3 });
  expect(await count("slow", "start")).toBe(1);
});

test("SIGTERM ends after the grace time even if a call hangs", async () => {
  const { port, terminate } = await engine({ ENGINE_GRACE_MS: "300" });
  await app(port);
  await synced(db);
  await send(port, "p/once", { ms: 20_000 });
  await started("only");
  const before = Date.now();
  expect(await terminate()).toBe(0);
  expect(Date.now() - before).toBeLessThan(10_000);
});

test("app and engine killed again and again: every run ends and no finished step is repeated", async () => {
  let currentEngine = await engine();
  let currentApp = await app(currentEngine.port);
  await synced(db);
  const runs = 8;
  for (let i = 0; i < runs; i++) await send(currentEngine.port, "p/three", { ms: 150 });
  for (let round = 0; round < 4; round++) {
    await pause(120 + 90 * round);
    if (round % 2 === 0) {
      await currentApp.kill();
      currentApp = await app(currentEngine.port);
    } else {
      await currentEngine.kill();
      const [replacement] = await Promise.all([engine(), currentApp.kill()]);
      currentEngine = replacement;
      currentApp = await app(currentEngine.port);
    }
  }
  const ended = await endedRuns(db, "three-steps", runs, 40_000);
  expect(ended.map(({ status }) => status)).toEqual(
    Array.from({ length: runs }, () => "completed"),
  );
  expect(await db.query("SELECT FROM queue_item")).toEqual([]);
  // A step whose result was stored is never called again: no step follows its successor.
  const rows = (await log()).filter(({ phase }) => phase === "start");
  for (const { id } of ended) {
    const order = rows.filter(({ run_id }) => run_id === id).map(({ step }) => step);
    const ranks = order.map((step) => ["first", "slow", "last"].indexOf(step));
    expect(ranks).toEqual([...ranks].sort());
    expect(new Set(ranks).size).toBe(3);
  }
});

test("the database drops all connections again and again: nothing is lost and no step is repeated", async () => {
  const { port } = await engine();
  await app(port);
  await synced(db);
  await send(port, "p/fan", { count: 12, ms: 300 });
  await started("part-0");
  for (let round = 0; round < 4; round++) {
    await db.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'inngest-engine'`,
    );
    await pause(100);
  }
  expect(await endedRun(db, "fan")).toMatchObject({ status: "completed", output: 12 });
  expect((await log()).filter(({ phase }) => phase === "start")).toHaveLength(12);
  expect((await send(port, "p/three", { ms: 10 })).ids).toHaveLength(1);
  expect(await endedRun(db, "three-steps")).toMatchObject({ status: "completed" });
});
