import "server-only";
import { pageTag } from "@/lib/pages/tags";
import { expirePages } from "@/lib/platform/cache";
import { db, patiently } from "@/lib/platform/db";

/** Rows of one batch: short statements, so that nobody waits for them. */
const batch = 5_000;

/** Adds views to their stories' counters, each view once. Returns how many there were. */
export async function rollUpViews(): Promise<number> {
  let total = 0;
  for (;;) {
    const [row] = await db.$queryRaw<{ views: number }[]>`
      WITH pending AS (
        SELECT story_id, day, viewer FROM story_view WHERE NOT rolled_up
        ORDER BY day LIMIT ${batch} FOR UPDATE SKIP LOCKED),
      marked AS (
        UPDATE story_view v SET rolled_up = true FROM pending p
        WHERE v.story_id = p.story_id AND v.day = p.day AND v.viewer = p.viewer
        RETURNING v.story_id),
      added AS (
        UPDATE story_stat st SET view_count = st.view_count + n.views
        FROM (SELECT story_id, count(*)::int AS views FROM marked GROUP BY story_id) n
        WHERE st.story_id = n.story_id)
      SELECT count(*)::int AS views FROM marked`;
    const views = row?.views ?? 0;
    total += views;
    if (views < batch) break;
  }
  // Counted views have done their work after a month; the day's uniqueness has long passed.
  await patiently(async (tx) => {
    await tx.$executeRaw`
      DELETE FROM story_view WHERE rolled_up AND day < (now() AT TIME ZONE 'UTC')::date - 30`;
    await tx.$executeRaw`
      DELETE FROM view_salt WHERE day < (now() AT TIME ZONE 'UTC')::date`;
  });
  return total;
}

/**
 * Orders 'popular' anew: likes, remixes and views, and a head start for what is newer, so that
 * something new can rise. The score of a story nobody touched stays, so only those that moved are
 * written. Returns how many did.
 */
export async function refreshRanks(): Promise<number> {
  const changed = await patiently(
    (tx) => tx.$executeRaw`
    WITH scored AS (
      SELECT r.story_id, round((
        ln(1 + st.like_count::float8 * 4 + st.remix_count::float8 * 6 + st.view_count) * 10
        + extract(epoch FROM s.published_at - timestamptz '2026-01-01') / 86400 * 0.35)::numeric, 2)::float8 AS score
      FROM story_rank r JOIN story s ON s.id = r.story_id JOIN story_stat st ON st.story_id = s.id)
    UPDATE story_rank r SET score = scored.score, refreshed_at = now() FROM scored
    WHERE r.story_id = scored.story_id AND abs(r.score - scored.score) >= 0.05`,
  );
  if (changed > 0) await expirePages([pageTag.feed]);
  return changed;
}
