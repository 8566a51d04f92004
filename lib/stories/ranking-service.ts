import "server-only";
import { db } from "@/lib/platform/db";

/** Views are counted in batches of so many rows. */
const batchSize = 5_000;

/**
 * Adds views that were not counted yet to their stories' totals; rows older than they are needed to
 * tell readers apart are deleted. Several processes may run it at once. Returns how many it counted.
 */
export async function rollUpViews(): Promise<number> {
  let counted = 0;
  for (;;) {
    const [row] = await db.$queryRaw<{ rows: number }[]>`
      WITH batch AS (
        SELECT story_id, day, viewer FROM story_view WHERE NOT rolled_up
        ORDER BY story_id, day, viewer LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
      ), marked AS (
        UPDATE story_view v SET rolled_up = true FROM batch b
        WHERE v.story_id = b.story_id AND v.day = b.day AND v.viewer = b.viewer
        RETURNING v.story_id
      ), added AS (
        UPDATE story_stat s SET view_count = s.view_count + m.views
        FROM (SELECT story_id, count(*)::int AS views FROM marked GROUP BY story_id) m
        WHERE s.story_id = m.story_id
      )
      SELECT count(*)::int AS rows FROM marked`;
    counted += row?.rows ?? 0;
    if ((row?.rows ?? 0) < batchSize) break;
  }
  await db.$executeRaw`DELETE FROM story_view WHERE rolled_up AND day < current_date - 2`;
  return counted;
}

/**
 * Orders 'popular' anew: what readers did with a story, worth less the longer ago it was published.
 * Rows whose score hardly moves stay untouched. Returns how many were written.
 */
export async function refreshRanks(): Promise<number> {
  return db.$executeRaw`
    UPDATE story_rank r SET score = fresh.score, refreshed_at = now()
    FROM (
      SELECT s.id, (st.like_count * 4 + st.remix_count * 8 + st.view_count + 1)
        / power(extract(epoch FROM now() - s.published_at) / 3600 + 12, 1.3) AS score
      FROM story s JOIN story_stat st ON st.story_id = s.id
      WHERE s.status = 'published'
    ) fresh
    WHERE r.story_id = fresh.id AND abs(r.score - fresh.score) > 0.01 * greatest(r.score, 1e-9)`;
}
