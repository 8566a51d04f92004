import { expect, test } from "vitest";
import { defineFunction } from "@/inngest/engine/definition";
import { createLogger } from "@/inngest/engine/log";
import { Queue } from "@/inngest/engine/queue";
import { createRun } from "@/inngest/engine/runs";
import { Database } from "@/inngest/engine/store/database";
import { migrations } from "@/inngest/engine/store/migrations";
import { createTestDatabase } from "./support/database";

const url = "http://127.0.0.1:1/api/inngest?fnId=app-paint&stepId=step";
const definition = defineFunction({
  id: "app-paint",
  triggers: [],
  steps: { step: { id: "step", name: "step", runtime: { type: "http", url } } },
  concurrency: { limit: 2, key: "event.data.author" },
  throttle: { limit: 60, period: "1m" },
});

test("items queued by an engine without turns run before later ones", async () => {
  const testDatabase = await createTestDatabase();
  const db = new Database(testDatabase.url, "inngest_engine", createLogger("silent"));
  const inSchema = (text: string) => text.replace(/@(?=[a-z])/g, "inngest_engine.");
  try {
    await testDatabase.query("CREATE SCHEMA inngest_engine");
    await testDatabase.query(
      "CREATE TABLE inngest_engine.schema_version (version integer PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())",
    );
    for (const [index, text] of migrations.slice(0, 3).entries()) {
      await testDatabase.query(inSchema(text));
      await testDatabase.query("INSERT INTO schema_version (version) VALUES ($1)", [index + 1]);
    }
    await testDatabase.query("INSERT INTO app (id, url, sdk, checksum) VALUES ('app', '', '', '')");
    await testDatabase.query(
      "INSERT INTO function (id, app_id, definition) VALUES ($1, 'app', $2)",
      [definition.id, JSON.stringify(definition)],
    );
    const event = (author: string) => ({ id: author, name: "q", data: { author }, ts: 0 });
    await testDatabase.query("INSERT INTO run (id, function_id, event) VALUES ('old', $1, $2)", [
      definition.id,
      JSON.stringify(event("old")),
    ]);
    await testDatabase.query(
      "INSERT INTO queue_item (run_id, step_id, run_created_at) VALUES ('old', 'step', now())",
    );
    await testDatabase.query("INSERT INTO throttle (key, next_at) VALUES ('app-paint:', now())");
    await testDatabase.query(
      `INSERT INTO wait (run_id, step_id, kind, name, event) VALUES ('old', 'w', 'cancel', 'x', 'x')`,
    );

    await db.migrate();
    await db.transaction((tx) => createRun(tx, definition, event("new")));
    const queue = new Queue(db, "process", 60_000);
    const authors: unknown[] = [];
    for (let count = 0; count < 2; count += 1) {
      for (const item of await queue.claim(1)) authors.push(item.event.data.author);
    }
    expect(authors).toEqual(["old", "new"]);
  } finally {
    await db.close();
    await testDatabase.drop();
  }
});
