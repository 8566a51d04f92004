import { Client } from "pg";
import { known } from "./data-load.ts";
import { capture } from "./data-measure.ts";

const clients = 8;

/** Statements a second that connections in parallel get done, one for each of the values. */
async function rate(url: string, sql: string, values: string[]): Promise<number> {
  const left = [...values];
  const open = await Promise.all(
    Array.from({ length: clients }, async () => {
      const client = new Client({ connectionString: url });
      await client.connect();
      return client;
    }),
  );
  const begun = performance.now();
  await Promise.all(
    open.map(async (client) => {
      for (let value = left.pop(); value; value = left.pop()) {
        await client.query({ text: sql, values: [value], name: "like" });
      }
    }),
  );
  const seconds = (performance.now() - begun) / 1_000;
  await Promise.all(open.map((client) => client.end()));
  return values.length / seconds;
}

/** Likes of one story by many at once beside inserts into a table like it without counters. */
export async function hotLikes(client: Client, url: string, most: number) {
  const story = `bench.id(2, ${known.hotStory})`;
  await client.query(`CREATE TABLE bench.plain (LIKE story_like INCLUDING ALL);
    DELETE FROM story_like WHERE story_id = ${story}`);
  const { rows } = await client.query<{ id: string }>(
    "SELECT id FROM user_account ORDER BY id LIMIT $1",
    [most],
  );
  const people = rows.map(({ id }) => id);
  const liked = (table: string) =>
    rate(url, `INSERT INTO ${table} (user_id, story_id) VALUES ($1, ${story})`, people);
  const plain = await liked("bench.plain");
  const before = await updates(client);
  const hot = await liked("story_like");
  const after = await updates(client);
  await client.query("DROP TABLE bench.plain");
  const isHot = (after.hot - before.hot) / Math.max(1, after.all - before.all);
  return { plain, hot, ratio: hot / plain, isHot };
}

/** Updates of the counters so far; what others did is told of a second late. */
async function updates(client: Client) {
  await client.query("SELECT pg_sleep(1.5), pg_stat_clear_snapshot()");
  const { rows } = await client.query<{ all: string; hot: string }>(
    "SELECT n_tup_upd AS all, n_tup_hot_upd AS hot FROM pg_stat_user_tables WHERE relname = 'story_stat'",
  );
  return { all: Number(rows[0]?.all), hot: Number(rows[0]?.hot) };
}

/** Longest statement of the work in ms, and how many there were. */
export async function maxMs(work: () => Promise<unknown>) {
  const times: number[] = [];
  const original = Client.prototype.query;
  const statements = await capture(async () => {
    const inner = Client.prototype.query;
    function timing(this: Client, ...args: unknown[]) {
      const begun = performance.now();
      const end = () => times.push(performance.now() - begun);
      const done = args.at(-1);
      // The pool hands over a function, a transaction waits for a promise.
      if (typeof done === "function") {
        args[args.length - 1] = (...answer: unknown[]) => {
          end();
          done(...answer);
        };
      }
      const answer = Reflect.apply(inner, this, args);
      if (answer instanceof Promise) void answer.then(end, end);
      return answer;
    }
    Client.prototype.query = timing as unknown as typeof original;
    await work();
  });
  return { statements: statements.length, ms: Math.max(0, ...times) };
}
