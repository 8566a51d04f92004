import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "./support/database";
import { startAppProcess, startEngineProcess, type TestProcess } from "./support/processes";
import { createClient, endedRuns, freePort, synced } from "./support/stack";

let db: TestDatabase;
let engine: TestProcess;
let app: TestProcess;

beforeAll(async () => {
  db = await createTestDatabase();
  const port = await freePort();
  engine = await startEngineProcess(db.url, {
    ENGINE_APP_URL: `http://127.0.0.1:${port}/api/inngest`,
  });
  app = await startAppProcess(db.url, engine.port, port);
  await synced(db);
});
afterAll(async () => {
  await engine.terminate();
  await app.kill();
  await db.drop();
});

async function measure(functionId: string, event: string, ms: number, times: number) {
  const client = createClient(`http://127.0.0.1:${engine.port}`);
  for (let i = 0; i < times; i++) {
    await client.send({ name: event, data: { ms } });
    await endedRuns(db, functionId, i + 1);
  }
  return (await endedRuns(db, functionId, times)).map(({ milliseconds }) => milliseconds);
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
const round = (values: number[]) => values.map((value) => value.toFixed(1)).join(", ");

test("six parallel steps of 1.2 s end within 1.05 × 1.2 s + 100 ms", async () => {
  await measure("ten", "p/ten", 0, 2);
  const times = await measure("bare-fan", "p/bare-fan", 1_200, 5);
  console.info(`six parallel steps of 1.2 s: ${round(times)} ms`);
  expect(Math.min(...times)).toBeGreaterThanOrEqual(1_200);
  expect(median(times)).toBeLessThan(1_200 * 1.05 + 100);
});

test("a sequential step costs tens of milliseconds at most", async () => {
  const times = (await measure("ten", "p/ten", 0, 7)).map((ms) => ms / 11);
  console.info(`per sequential step: ${round(times)} ms`);
  // About 10 ms on an idle machine; the bound leaves room for a busy one, not for a poll (200 ms).
  expect(median(times)).toBeLessThan(40);
});
