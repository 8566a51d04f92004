import { availableParallelism, loadavg } from "node:os";
import { afterAll, expect, test } from "vitest";
import { freePort } from "@/prisma/postgres/free-port";
import { createTestDatabase } from "./support/database";
import { startAppProcess, startEngineProcess } from "./support/processes";
import { createClient, endedRuns, runsOf, synced } from "./support/stack";

const db = await createTestDatabase();
const port = await freePort();
const engine = await startEngineProcess(db.url, {
  ENGINE_APP_URL: `http://127.0.0.1:${port}/api/inngest`,
});
const app = await startAppProcess(db.url, engine.port, port);
await synced(db);
afterAll(async () => {
  await engine.terminate();
  await app.kill();
  await db.drop();
});

/**
 * Runs the function up to `times` times, one after the other, and answers how long each took. Stops
 * at the first that takes less than `bound`: on a machine that is busy with other things single
 * runs are slow, but an engine that waits for a poll or a lock is slow in all of them.
 */
async function measure(
  { id, event, ms }: { id: string; event: string; ms: number },
  times: number,
  bound: number,
): Promise<number[]> {
  const client = createClient(`http://127.0.0.1:${engine.port}`);
  const before = (await runsOf(db, id)).length;
  const took: number[] = [];
  while (took.length < times) {
    await client.send({ name: event, data: { ms } });
    const runs = await endedRuns(db, id, before + took.length + 1);
    took.push(runs.at(-1)?.milliseconds ?? Number.NaN);
    if ((took.at(-1) ?? 0) < bound) break;
  }
  console.info(`${id}: ${took.map((value) => value.toFixed(0)).join(", ")} ms`);
  return took;
}

/** 1 on a machine with a processor to spare, up to 3 where others keep it busy. */
const crowding = () => Math.min(3, Math.max(1, (loadavg()[0] ?? 0) / availableParallelism()));

const sequence = { id: "ten", event: "p/ten", ms: 0 };
const parallel = { id: "bare-fan", event: "p/bare-fan", ms: 1_200 };

test("six parallel steps of 1.2 s end within 1.05 × 1.2 s + 100 ms", async () => {
  await measure(sequence, 3, 0);
  const bound = 1_200 + (1_200 * 0.05 + 100) * crowding();
  const took = await measure(parallel, 12, bound);
  expect(Math.min(...took)).toBeGreaterThanOrEqual(1_200);
  expect(Math.min(...took)).toBeLessThan(bound);
});

test("a sequential step costs at most 25 ms beside its own work", async () => {
  const bound = 25 * 11 * crowding();
  const took = await measure(sequence, 20, bound);
  expect(Math.min(...took)).toBeLessThan(bound);
});
