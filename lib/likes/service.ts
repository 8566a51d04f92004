import "server-only";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";
import { getLikes, type LikeKind, likeTables, visibleTarget } from "./queries";
import type { LikeReply } from "./schema";

/**
 * Likes a story or scene, or removes the like: as `liked` says, else the opposite of what is. One
 * statement decides and writes, and a trigger counts, so that the counter matches the rows under
 * concurrency.
 * @throws AppError `not_found`, also for drafts of others
 */
export async function setLike(
  viewer: Viewer,
  kind: LikeKind,
  targetId: string,
  liked?: boolean,
): Promise<LikeReply> {
  const { likes, id } = likeTables[kind];
  const [row] = await db.$queryRaw<{ storyId: string; removed: boolean }[]>`
    WITH target AS (${visibleTarget(viewer, kind, targetId)}),
    removed AS (
      DELETE FROM ${likes} l USING target t
      WHERE ${liked !== true} AND l.${id} = t.id AND l.user_id = ${viewer.id}::uuid RETURNING 1),
    added AS (
      INSERT INTO ${likes} (${id}, user_id)
      SELECT t.id, ${viewer.id}::uuid FROM target t
      WHERE ${liked !== false} AND NOT EXISTS (SELECT 1 FROM removed)
      ON CONFLICT DO NOTHING RETURNING 1)
    SELECT t.story_id AS "storyId", EXISTS (SELECT 1 FROM removed) AS removed FROM target t`;
  if (!row) throw notFound(kind);
  return {
    action: (liked ?? !row.removed) ? "liked" : "unliked",
    data: await getLikes(viewer, kind, targetId),
  };
}
