import "server-only";
import { pageTag } from "@/lib/pages/cache-tags";
import { expirePages } from "@/lib/platform/cache";
import { db, Prisma, type Tx, withLongTimeout } from "@/lib/platform/db";

/** Rows of one batch: short statements, so that other writes need not wait long. */
const batch = 5_000;

/** Days for which views and daily counters are kept: the range that shelves show. */
const retentionDays = 30;

/**
 * Adds views to the counters of their stories and days, each view once. Returns the number of
 * views.
 */
export async function rollUpViews(): Promise<number> {
  let total = 0;
  for (;;) {
    const views = await withLongTimeout(rollUpBatch);
    total += views;
    if (views < batch) break;
  }
  await dropOld(Prisma.sql`story_view`, Prisma.sql`rolled_up AND`);
  await dropOld(Prisma.sql`story_day`, Prisma.empty);
  await db.$executeRaw`DELETE FROM view_salt WHERE day < (now() AT TIME ZONE 'UTC')::date`;
  return total;
}

/** Days before stories, as a like does, so that they cannot deadlock. */
async function rollUpBatch(tx: Tx): Promise<number> {
  const read = await tx.$queryRaw<{ storyId: string; day: string; views: number }[]>`
    WITH pending AS (
      SELECT story_id, day, viewer FROM story_view WHERE NOT rolled_up
      ORDER BY story_id, day LIMIT ${batch} FOR UPDATE SKIP LOCKED),
    marked AS (
      UPDATE story_view v SET rolled_up = true FROM pending p
      WHERE v.story_id = p.story_id AND v.day = p.day AND v.viewer = p.viewer
      RETURNING v.story_id, v.day)
    SELECT story_id AS "storyId", day::text, count(*)::int AS views FROM marked
    GROUP BY story_id, day ORDER BY story_id, day`;
  const rows = Prisma.sql`unnest(${read.map(({ storyId }) => storyId)}::uuid[],
    ${read.map(({ day }) => day)}::date[], ${read.map(({ views }) => views)}::int[])
    AS r (story_id, day, views)`;
  await tx.$executeRaw`
    INSERT INTO story_day AS d (story_id, day, readers) SELECT story_id, day, views FROM ${rows}
    ON CONFLICT (story_id, day) DO UPDATE SET readers = d.readers + excluded.readers`;
  await tx.$executeRaw`
    UPDATE story_stat st SET view_count = st.view_count + n.views
    FROM (SELECT story_id, sum(views)::int AS views FROM ${rows} GROUP BY story_id) n
    WHERE st.story_id = n.story_id`;
  return read.reduce((sum, { views }) => sum + views, 0);
}

async function dropOld(table: Prisma.Sql, counted: Prisma.Sql): Promise<void> {
  let dropped: number;
  do {
    dropped = await db.$executeRaw`
      DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM ${table}
        WHERE ${counted} day < (now() AT TIME ZONE 'UTC')::date - ${retentionDays}::int
        ORDER BY day LIMIT ${batch}))`;
  } while (dropped === batch);
}

/** Sorts before all ids. */
const firstId = "00000000-0000-0000-0000-000000000000";

/**
 * Recalculates the order 'popular' (likes, remixes and views, with a bonus for newer stories, so
 * that new ones can rise) and the likes of the last seven days. Writes only what has changed.
 * Returns the number of changed stories.
 */
export async function refreshRanks(): Promise<number> {
  let changed = 0;
  for (let after: string | undefined = firstId; after; ) {
    const part = await rankBatch(after);
    changed += part.moved;
    after = part.read === batch ? part.last : undefined;
  }
  if (changed > 0) await expirePages([pageTag.feed]);
  return changed;
}

async function rankBatch(after: string) {
  const [part] = await db.$queryRaw<{ moved: number; read: number; last: string }[]>`
    WITH part AS MATERIALIZED (
      SELECT story_id, score, week_likes FROM story_rank WHERE story_id > ${after}::uuid
      ORDER BY story_id LIMIT ${batch}),
    scored AS (
      SELECT p.story_id, p.score AS before, p.week_likes AS week_before,
        (SELECT coalesce(sum(d.likes), 0)::int FROM story_day d WHERE d.story_id = p.story_id
          AND d.day > (now() AT TIME ZONE 'UTC')::date - 7) AS week_likes, round((
        ln(1 + st.like_count::float8 * 4 + st.remix_count::float8 * 6 + st.view_count) * 10
        + extract(epoch FROM s.published_at - timestamptz '2026-01-01') / 86400 * 0.35)::numeric, 2)::float8 AS score
      FROM part p JOIN story s ON s.id = p.story_id JOIN story_stat st ON st.story_id = p.story_id),
    moved AS (
      UPDATE story_rank r
      SET score = scored.score, week_likes = scored.week_likes, refreshed_at = now() FROM scored
      WHERE r.story_id = scored.story_id AND (abs(scored.before - scored.score) >= 0.05
        OR scored.week_likes <> scored.week_before)
      RETURNING 1)
    SELECT (SELECT count(*)::int FROM moved) AS moved, (SELECT count(*)::int FROM part) AS read,
      (SELECT story_id FROM part ORDER BY story_id DESC LIMIT 1) AS last`;
  return part ?? { moved: 0, read: 0, last: firstId };
}
