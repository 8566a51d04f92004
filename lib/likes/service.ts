import "server-only";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db, Prisma } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";
import type { LikeInfo, LikeReply, StoryLikes } from "./schema";

type LikeKind = "story" | "scene";

/** SQL for a story or scene that the viewer may see: its id and its story's id. */
const visibleTarget = (viewer: Viewer | null, kind: LikeKind, targetId: string) => {
  const isVisible = Prisma.sql`(s.status = 'published' OR ${viewer?.isAdministrator ?? false}
    OR s.author_id = ${viewer?.id ?? null}::uuid)`;
  return kind === "story"
    ? Prisma.sql`SELECT s.id, s.id AS story_id FROM story s
        WHERE s.id = ${targetId}::uuid AND ${isVisible}`
    : Prisma.sql`SELECT c.id, s.id AS story_id FROM scene c JOIN story s ON s.id = c.story_id
        WHERE c.id = ${targetId}::uuid AND ${isVisible}`;
};

const likeTables = {
  story: {
    likes: Prisma.raw("story_like"),
    stat: Prisma.raw("story_stat"),
    id: Prisma.raw("story_id"),
  },
  scene: {
    likes: Prisma.raw("scene_like"),
    stat: Prisma.raw("scene_stat"),
    id: Prisma.raw("scene_id"),
  },
} as const;

/** Number of likes, and whether one is the viewer's. @throws AppError `not_found` */
export async function getLikes(
  viewer: Viewer | null,
  kind: LikeKind,
  targetId: string,
): Promise<LikeInfo> {
  const { likes, stat, id } = likeTables[kind];
  const [row] = await db.$queryRaw<LikeInfo[]>`
    SELECT coalesce(n.like_count, 0) AS "likeCount", EXISTS (
      SELECT 1 FROM ${likes} l WHERE l.${id} = t.id AND l.user_id = ${viewer?.id ?? null}::uuid
    ) AS "isLikedByUser"
    FROM (${visibleTarget(viewer, kind, targetId)}) t LEFT JOIN ${stat} n ON n.${id} = t.id`;
  if (!row) throw notFound(kind);
  return row;
}

/** Likes of a story and of each of its scenes. @throws AppError `not_found` */
export async function getStoryLikes(viewer: Viewer | null, storyId: string): Promise<StoryLikes> {
  const own = await getLikes(viewer, "story", storyId);
  const scenes = await db.$queryRaw<NonNullable<StoryLikes["scenes"]>>`
    SELECT c.id AS "_id", coalesce(n.like_count, 0) AS "likeCount", EXISTS (
      SELECT 1 FROM scene_like l WHERE l.scene_id = c.id AND l.user_id = ${viewer?.id ?? null}::uuid
    ) AS "isLikedByUser"
    FROM scene c LEFT JOIN scene_stat n ON n.scene_id = c.id
    WHERE c.story_id = ${storyId}::uuid`;
  return { ...own, scenes };
}

/**
 * Likes a story or scene, or removes the like; without `liked`, it toggles. One
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
