import { expect, it } from "vitest";
import { sweepBooks } from "@/lib/books/build-service";
import { db } from "@/lib/platform/db";
import { pruneExpired } from "@/lib/platform/jobs/prune-service";
import { rollUpSpending } from "@/lib/spending/rollup-service";
import { rollUpViews } from "@/lib/stories/feed/ranking-service";
import { authorWithStory } from "../generation/support";

const perDay = 60;

/** Rows of each day of a year, and for how many days they are kept. */
const tables = [
  ["story_view", 31, "(story_id, day, viewer, rolled_up) SELECT $2, day::date, 'v' || n, false"],
  [
    "analytics_event",
    90,
    "(id, name, payload, created_at) SELECT gen_random_uuid(), 'read', '{}', day",
  ],
  [
    "outbox_event",
    7,
    "(id, name, data, created_at, sent_at) SELECT n || day::text, 'a/b', '{}', day, day",
  ],
  [
    "webhook_receipt",
    7,
    "(provider, webhook_id, received_at) SELECT 'replicate', n || day::text, day",
  ],
  [
    "prediction",
    7,
    "(attempt_id, job_id, ticket, created_at, ended_at) SELECT n || ':' || day::date, gen_random_uuid(), '{}', day, day",
  ],
  [
    "quota_entry",
    7,
    "(job_id, user_id, prompt_hash, created_at) SELECT gen_random_uuid(), $1, repeat('0', 64), day",
  ],
  ["rate_limit", 1, "(key, hits, reset_at) SELECT n || day::text, 1, day + interval '1 minute'"],
  [
    "idempotency_key",
    1,
    "(user_id, key, request_hash, created_at, expires_at) SELECT $1, n || day::text, repeat('0', 64), day, day + interval '1 day'",
  ],
  [
    "session",
    30,
    "(id, user_id, device, network, created_at, expires_at) SELECT gen_random_uuid(), $1, '', '', day, day + interval '30 days'",
  ],
  [
    "passkey_challenge",
    1,
    "(challenge, expires_at) SELECT n || day::text, day + interval '5 minutes'",
  ],
  [
    "book",
    30,
    "(id, story_id, format, size, version, status, created_at, asked_at) SELECT gen_random_uuid(), $2, 'f' || n, 'screen', lpad(n || to_char(day, 'YYYYMMDD'), 64, '0'), 'failed', day, day",
  ],
  [
    "provider_call",
    365,
    "(id, user_id, provider, model, kind, outcome, duration_ms, cost_micros, created_at) SELECT gen_random_uuid(), $1, 'p', 'm', 'image', 'completed', 1, 10, day",
  ],
] as const;

const size = async (table: string) => {
  const [row] = await db.$queryRawUnsafe<{ count: number }[]>(
    `SELECT count(*)::int FROM "${table}"`,
  );
  return row?.count ?? 0;
};

it("a year of a busy site leaves only the rows within their retention period", async () => {
  const { author, story } = await authorWithStory();
  const long = new Date(Date.now() - 30 * 86_400_000);
  await db.outboxEvent.create({ data: { id: "waits", name: "a/b", data: {}, createdAt: long } });
  const before = new Map<string, number>();
  for (const [table, , rows] of tables) {
    before.set(table, await size(table));
    const values = `INSERT INTO "${table}" ${rows}
        FROM generate_series(1, ${perDay}) n,
          generate_series(now() - interval '364 days', now(), interval '1 day') day,
          (SELECT $1::uuid, $2::uuid) whose (author, story)`;
    const mine = values.replaceAll("$1,", "author,").replaceAll("$2,", "story,");
    await db.$executeRawUnsafe(mine, author.viewer.id, story.id);
  }

  await rollUpViews();
  await pruneExpired();
  await rollUpSpending();
  // A thousand at a time.
  while ((await sweepBooks()).books > 0);

  for (const [table, days] of tables) {
    const left = (await size(table)) - (before.get(table) ?? 0);
    expect(left, table).toBeGreaterThan(0);
    expect(left, table).toBeLessThanOrEqual((days + 1) * perDay);
  }
  expect(await size("story_day")).toBeLessThanOrEqual(31);
  expect(await size("view_salt")).toBeLessThanOrEqual(1);
  // Of two months, in hours.
  expect(await size("spending_hour")).toBeLessThanOrEqual(62 * 24);
  expect(await size("author_spending_hour")).toBeLessThanOrEqual(62);
  expect(await db.outboxEvent.count({ where: { id: "waits" } }), "one not sent yet").toBe(1);
  const stat = await db.storyStat.findUniqueOrThrow({ where: { storyId: story.id } });
  expect(stat.viewCount).toBe(365 * perDay);
});
