import { pino } from "pino";
import { afterAll, expect, test } from "vitest";
import { Database } from "@/inngest/engine/database";
import { functionConfig } from "@/inngest/engine/definition";
import { claim } from "@/inngest/engine/queue";
import { register } from "@/inngest/engine/registration";
import { createRun } from "@/inngest/engine/runs";
import { createTestDatabase } from "./support/database";

const define = (id: string, limit?: number) =>
  functionConfig.parse({
    id: `app-${id}`,
    triggers: [],
    steps: { step: {} },
    ...(limit && { concurrency: { limit, key: "event.data.author" } }),
  });
const free = define("free");
const limited = define("limited", 2);

const testDatabase = await createTestDatabase();
const db = new Database(testDatabase.url, pino({ level: "silent" }));
await db.open();
await register(db, [free, limited]);
afterAll(async () => {
  await db.close();
  await testDatabase.drop();
});

async function enqueue(definition: typeof free, count: number, author = ""): Promise<void> {
  await db.transaction(async (tx) => {
    for (let i = 0; i < count; i++) {
      const id = `${author}${i}-${Math.random()}`;
      await createRun(tx, definition, { id, name: "q", data: { author }, ts: 0 });
    }
  });
}

test("an item is claimed once, and no limit is exceeded", async () => {
  await enqueue(free, 60);
  const claimed = [await claim(db, 40), await claim(db, 40), await claim(db, 40)].flat();
  expect(claimed).toHaveLength(60);
  expect(new Set(claimed.map(({ runId }) => runId)).size).toBe(60);
  for (let round = 0; round < 3; round++) {
    // More than one claim considers.
    await enqueue(limited, 120, `author ${round}`);
    expect([await claim(db, 40), await claim(db, 40)].flat()).toHaveLength(2);
  }
});

test("a full group with a long backlog does not block later items", async () => {
  await enqueue(limited, 3, "author 99");
  await enqueue(free, 1);
  const claimed = await claim(db, 40);
  const names = claimed.map(({ definition, event }) => `${definition.id} ${event.data.author}`);
  expect(names.toSorted()).toEqual(["app-free ", "app-limited author 99", "app-limited author 99"]);
});

test("keys are served in turns, a new one first, and a key that comes again waits for its turn", async () => {
  await testDatabase.query("DELETE FROM run");
  const next = async () => {
    const [item] = await claim(db, 1);
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
