import "server-only";
import { db } from "@/lib/platform/db";
import { mapReadableRows } from "@/lib/platform/map-rows";
import type { StoryCard } from "../schema";
import { coverColumns, coverJoins, isListed } from "./cover-queries";
import { type CoverRow, toCard } from "./story-rows";

/**
 * Stories of the same author published after this one, in the order of publishing; then the oldest,
 * so that there is a next story as long as the author has another one.
 */
export async function getNextStories(storyId: string, limit: number): Promise<StoryCard[]> {
  const rows = await db.$queryRaw<CoverRow[]>`
    WITH own AS (
      SELECT author_id, published_at, id FROM story
      WHERE id = ${storyId}::uuid AND status = 'published'),
    -- Planned separately: with all columns of a cover, planning takes longer than execution.
    next AS MATERIALIZED (
      SELECT found.* FROM own, LATERAL (
        (SELECT n.*, 0 AS turn FROM story n
         WHERE n.author_id = own.author_id AND ${isListed("n")}
           AND (n.published_at, n.id) > (own.published_at, own.id)
         ORDER BY n.published_at, n.id LIMIT ${limit})
        UNION ALL
        (SELECT n.*, 1 FROM story n
         WHERE n.author_id = own.author_id AND ${isListed("n")}
           AND (n.published_at, n.id) < (own.published_at, own.id)
         ORDER BY n.published_at, n.id LIMIT ${limit})) found)
    SELECT ${coverColumns} FROM next s ${coverJoins}
    ORDER BY s.turn, s.published_at, s.id LIMIT ${limit}`;
  return mapReadableRows(rows, toCard);
}
