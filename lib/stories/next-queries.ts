import "server-only";
import { db } from "@/lib/platform/db";
import { coverColumns, coverTables, isListed } from "./cover-queries";
import type { StoryCard } from "./schema";
import { type CoverRow, toCard } from "./story-rows";

/**
 * What its author published after this story, in the order of publishing; after the newest one the
 * oldest follow, so that there is a next one for as long as there is another at all.
 */
export async function getNextStories(storyId: string, limit: number): Promise<StoryCard[]> {
  const rows = await db.$queryRaw<CoverRow[]>`
    WITH own AS (
      SELECT author_id, published_at, id FROM story
      WHERE id = ${storyId}::uuid AND status = 'published')
    SELECT ${coverColumns}
    FROM own, LATERAL (
      (SELECT n.id, 0 AS turn, n.published_at FROM story n
       WHERE n.author_id = own.author_id AND ${isListed("n")}
         AND (n.published_at, n.id) > (own.published_at, own.id)
       ORDER BY n.published_at, n.id LIMIT ${limit})
      UNION ALL
      (SELECT n.id, 1, n.published_at FROM story n
       WHERE n.author_id = own.author_id AND ${isListed("n")}
         AND (n.published_at, n.id) < (own.published_at, own.id)
       ORDER BY n.published_at, n.id LIMIT ${limit})) next
    JOIN (${coverTables}) ON s.id = next.id
    ORDER BY next.turn, next.published_at, next.id LIMIT ${limit}`;
  return rows.map(toCard);
}
