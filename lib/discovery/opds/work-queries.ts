import "server-only";
import { mediaJson } from "@/lib/media/media-queries";
import type { MediaFacts } from "@/lib/media/urls";
import { db, Prisma } from "@/lib/platform/db";
import type { AspectRatio } from "@/lib/scenes/aspect";
import { panelVisibleToReaders, sceneVisibleToReaders } from "@/lib/scenes/queries";
import { isoText, storyTags } from "@/lib/stories/feed/cover-queries";
import { changedAt } from "../queries";

/** A story's catalogue entry. Times are ISO 8601, so that the entry can be cached as JSON. */
export interface Work {
  id: string;
  title: string;
  description: string;
  tags: string[];
  username: string;
  firstName: string;
  lastName: string;
  isPublic: boolean;
  aspectRatio: AspectRatio;
  publishedAt: string | null;
  changedAt: string;
  cover: (MediaFacts & { id: string }) | null;
  /** Number of pages, cover included. */
  pages: number;
  /** A book needs a panel with a picture. */
  hasBooks: boolean;
  /** The author asks crawlers to leave it out of training. */
  noTraining: boolean;
  /** The viewer's progress. */
  read: { progression: number; modified: string } | null;
}

/** A page of a story after its cover: a panel with its text. */
export interface WorkPage {
  sceneId: string;
  sceneNumber: number;
  sceneTitle: string;
  panelNumber: number;
  altText: string;
  /** Width of the panel's picture in px; null for a panel without one. */
  width: number | null;
}

/**
 * Access to a story in the catalogue: it cannot ask for an age, so only the author gets a `mature`
 * one.
 */
const isForAll = Prisma.sql`(s.status = 'published' AND s.rating <> 'mature')`;
const isOf = (viewerId: string | null) => Prisma.sql`(s.author_id = ${viewerId}::uuid
  AND (s.hidden_at IS NULL OR s.decided_with_id IS NULL))`;

const workColumns = (viewerId: string | null) => Prisma.sql`
  s.id, s.title, s.description, u.username::text, u.first_name AS "firstName",
  u.last_name AS "lastName", ${isForAll} AS "isPublic", s.aspect_ratio AS "aspectRatio",
  ${isoText(Prisma.sql`s.published_at`)} AS "publishedAt", ${isoText(changedAt)} AS "changedAt",
  ${storyTags} AS tags,
  CASE WHEN m.id IS NULL THEN NULL
    ELSE (${mediaJson("m")})::jsonb || jsonb_build_object('id', m.id) END AS cover,
  (m.id IS NOT NULL)::int + (SELECT count(*)::int FROM scene c JOIN panel p ON p.scene_id = c.id
    WHERE c.story_id = s.id AND ${sceneVisibleToReaders} AND ${panelVisibleToReaders}) AS pages,
  EXISTS (SELECT 1 FROM scene c JOIN panel p ON p.scene_id = c.id
    WHERE c.story_id = s.id AND p.image_media_id IS NOT NULL) AS "hasBooks",
  s.no_training AS "noTraining",
  (SELECT json_build_object('progression', r.progression, 'modified', ${isoText(Prisma.sql`r.modified`)})
    FROM reading_progress r
    WHERE r.story_id = s.id AND r.user_id = ${viewerId}::uuid) AS read`;

const workTables = Prisma.sql`JOIN user_account u ON u.id = s.author_id
  LEFT JOIN media_object m ON m.id = s.preview_media_id`;

/** Stories by their ids, in that order, without those that the viewer may not see. */
export function readWorks(viewerId: string | null, ids: readonly string[]): Promise<Work[]> {
  return db.$queryRaw<Work[]>`
    SELECT ${workColumns(viewerId)}
    FROM unnest(${[...ids]}::uuid[]) WITH ORDINALITY asked (id, place)
    JOIN story s ON s.id = asked.id ${workTables}
    WHERE ${isForAll} OR ${isOf(viewerId)} ORDER BY asked.place`;
}

/** One story with its pages, in two queries; null if the viewer may not see it. */
export async function readWork(
  viewerId: string | null,
  id: string,
): Promise<{ work: Work; pages: WorkPage[] } | null> {
  const [work] = await readWorks(viewerId, [id]);
  if (!work) return null;
  const pages = await db.$queryRaw<WorkPage[]>`
    SELECT c.id AS "sceneId", c.scene_number AS "sceneNumber", c.title AS "sceneTitle",
      p.panel_number AS "panelNumber", p.alt_text AS "altText", m.width
    FROM scene c JOIN panel p ON p.scene_id = c.id LEFT JOIN media_object m ON m.id = p.image_media_id
    WHERE c.story_id = ${id}::uuid AND ${sceneVisibleToReaders} AND ${panelVisibleToReaders}
    ORDER BY c.scene_number, p.panel_number`;
  return { work, pages };
}

/**
 * A range of a list: `limit` rows after `offset`, and one more row, which shows whether the list
 * continues.
 */
interface Part {
  limit: number;
  offset: number;
}

/** The viewer's likes, the latest first. */
export const readLikedIds = (viewerId: string, { limit, offset }: Part) =>
  db.$queryRaw<{ id: string }[]>`
    SELECT s.id FROM story_like l JOIN story s ON s.id = l.story_id
    WHERE l.user_id = ${viewerId}::uuid AND (${isForAll} OR ${isOf(viewerId)})
    ORDER BY l.created_at DESC, s.id DESC LIMIT ${limit + 1} OFFSET ${offset}`;

/** The viewer's stories, drafts too, the newest first. */
export const readOwnIds = (viewerId: string, { limit, offset }: Part) =>
  db.$queryRaw<{ id: string }[]>`
    SELECT s.id FROM story s WHERE s.author_id = ${viewerId}::uuid
    ORDER BY s.created_at DESC, s.id DESC LIMIT ${limit + 1} OFFSET ${offset}`;

/** Stories that the viewer has begun and not finished, the latest first. */
export const readBegunIds = (viewerId: string, { limit, offset }: Part) =>
  db.$queryRaw<{ id: string }[]>`
    SELECT s.id FROM reading_progress r JOIN story s ON s.id = r.story_id
    WHERE r.user_id = ${viewerId}::uuid AND r.progression > 0 AND r.progression < 1
      AND r.removed_at IS NULL
      AND (${isForAll} OR ${isOf(viewerId)})
    ORDER BY r.modified DESC, s.id DESC LIMIT ${limit + 1} OFFSET ${offset}`;
