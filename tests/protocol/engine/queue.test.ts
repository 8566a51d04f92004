import { afterAll, expect, test } from "vitest";
import { defineFunction } from "@/inngest/engine/definition";
import { createLogger } from "@/inngest/engine/log";
import { Queue } from "@/inngest/engine/queue";
import { registerApp } from "@/inngest/engine/registry";
import { createRun } from "@/inngest/engine/runs";
import { Database } from "@/inngest/engine/store/database";
import { createTestDatabase } from "./support/database";

const PROCESSES = 4;

function config(id: string, limit?: number) {
  const runtime = {
    type: "http",
    url: `http://127.0.0.1:1/api/inngest?fnId=app-${id}&stepId=step`,
  };
  return {
    id: `app-${id}`,
    triggers: [],
    steps: { step: { id: "step", name: "step", runtime } },
    ...(limit ? { concurrency: { limit, key: "event.data.author" } } : {}),
  };
}

const free = config("free");
const limited = config("limited", 2);

const testDatabase = await createTestDatabase();
const log = createLogger("silent");
const databases = Array.from(
  { length: PROCESSES },
  () => new Database(testDatabase.url, "inngest_engine", log),
);
await Promise.all(databases.map((db) => db.migrate()));
const queues = databases.map((db, i) => new Queue(db, `process-${i}`, 60_000));
const [db] = databases;
if (!db) throw new Error("no database");
await registerApp(db, {
  id: "app",
  url: "http://127.0.0.1:1",
  sdk: "",
  functions: [free, limited],
});
afterAll(async () => {
  await Promise.all(databases.map((db) => db.close()));
  await testDatabase.drop();
});

async function enqueue(functionConfig: typeof free, count: number, author = ""): Promise<void> {
  await databases[0]?.transaction(async (tx) => {
    for (let i = 0; i < count; i++) {
      const id = `${author}${i}-${Math.random()}`;
      await createRun(tx, defineFunction(functionConfig), {
        id,
        name: "q",
        data: { author },
        ts: 0,
      });
    }
  });
}

/** All processes claim at the same moment. */
async function claimTogether(capacity: number) {
  return (await Promise.all(queues.map((queue) => queue.claim(capacity)))).flat();
}

test("concurrent processes never claim the same item", async () => {
  await enqueue(free, 60);
  const claimed = await claimTogether(40);
  expect(claimed).toHaveLength(60);
  expect(new Set(claimed.map(({ runId }) => runId)).size).toBe(60);
  expect(await claimTogether(40)).toEqual([]);
});

test("concurrent processes never exceed a limit", async () => {
  for (let round = 0; round < 3; round++) {
    // More than one look at the queue takes in, so that each process has rows of its own to pick.
    await enqueue(limited, 450, `author ${round}`);
    expect(await claimTogether(40)).toHaveLength(2);
  }
});

test("a full group with a long backlog does not block later items", async () => {
  await enqueue(limited, 3, "author 99");
  await enqueue(free, 1);
  const claimed = (await queues[0]?.claim(40)) ?? [];
  const names = claimed.map(({ definition, event }) => `${definition.id} ${event.data.author}`);
  expect(names.toSorted()).toEqual(["app-free ", "app-limited author 99", "app-limited author 99"]);
});

test("keys are served in turns, a new one first, and a key that comes again waits for its turn", async () => {
  const [queue] = queues as [Queue];
  await testDatabase.query("DELETE FROM run");
  const next = async () => {
    const [item] = await queue.claim(1);
    await testDatabase.query("DELETE FROM run WHERE id = $1", [item?.runId]);
    return item?.event.data.author;
  };
  await enqueue(limited, 4, "x");
  await enqueue(limited, 2, "y");
  expect([await next(), await next(), await next()]).toEqual(["x", "y", "x"]);
  await enqueue(limited, 1, "z");
  expect(await next()).toBe("z");
  // It had its turn in this round, and the others have not.
  await enqueue(limited, 1, "z");
  expect([await next(), await next(), await next(), await next()]).toEqual(["y", "x", "z", "x"]);
  expect(await next()).toBeUndefined();
});

test("a held lease cannot be taken, and an expired one can", async () => {
  await enqueue(free, 1);
  const [owner, other] = queues as [Queue, Queue];
  const claimed = await owner.claim(1);
  expect(claimed).toHaveLength(1);
  const runId = claimed[0]?.runId;
  await testDatabase.query(
    "UPDATE queue_item SET lease_until = now() - interval '1 s' WHERE run_id = $1",
    [runId],
  );
  // Its owner still works on it and is only late with the extension.
  expect(await owner.freeExpired(claimed)).toBe(0);
  expect(await owner.heartbeat(claimed)).toEqual([]);
  expect(await other.freeExpired([])).toBe(0);
  await testDatabase.query(
    "UPDATE queue_item SET lease_until = now() - interval '1 s' WHERE run_id = $1",
    [runId],
  );
  expect(await other.freeExpired([])).toBe(1);
  expect(await owner.heartbeat(claimed)).toEqual(claimed);
  expect((await other.claim(1)).map((item) => item.runId)).toEqual([runId]);
  expect(await owner.heartbeat(claimed)).toEqual(claimed);
});
