import "server-only";
import { mediaJson } from "@/lib/media/media-queries";
import { Prisma } from "@/lib/platform/db";
import { placeholderDescription, storyDefaults } from "../story-defaults";

/**
 * SQL of the faces in a story's cover, from the panel that is the cover: the one that its author
 * chose, else the first with a picture. Thousands of other panels may show the same picture, so the
 * query does not search by picture.
 */
export const coverFaces = Prisma.sql`coalesce(
  (SELECT p.faces FROM panel p WHERE p.id = s.cover_panel_id AND p.image_media_id = s.preview_media_id),
  (SELECT CASE WHEN p.image_media_id = s.preview_media_id THEN p.faces END
    FROM scene c JOIN panel p ON p.scene_id = c.id
    WHERE c.story_id = s.id AND p.image_media_id IS NOT NULL
    ORDER BY c.scene_number, p.panel_number LIMIT 1))`;

/** SQL of the tags of `story s`, in their order. */
export const storyTags = Prisma.sql`coalesce((
  SELECT array_agg(t.tag ORDER BY t.position) FROM story_tag t WHERE t.story_id = s.id), '{}')`;

/** SQL of `AuthorRow`, from `user_account u` and `media_object ua`. */
export const authorObject = Prisma.sql`json_build_object('id', u.id, 'username', u.username,
  'firstName', u.first_name, 'lastName', u.last_name, 'avatar', ${mediaJson("ua")})`;

/** SQL of a time as ISO 8601 text, to the millisecond. */
export const isoText = (column: Prisma.Sql) =>
  Prisma.sql`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** SQL of the columns of `CoverRow`, from `coverTables`. */
export const coverColumns = Prisma.sql`
  s.id, s.title, s.description, s.aspect_ratio AS "aspectRatio", s.status::text AS status,
  s.rating::text AS rating, s.created_at AS "createdAt",
  ${storyTags} AS tags, ${authorObject} AS author,
  ${mediaJson("pm")} AS preview, ${coverFaces} AS faces,
  coalesce(st.like_count, 0) AS "likeCount", coalesce(st.remix_count, 0) AS "remixCount",
  coalesce(st.view_count, 0) AS "viewCount",
  coalesce(sz.scenes, 0) AS "sceneCount"`;

/** SQL of the joins of `coverColumns` to `story s`. */
export const coverJoins = Prisma.sql`
  JOIN user_account u ON u.id = s.author_id
  LEFT JOIN media_object ua ON ua.id = u.avatar_media_id
  LEFT JOIN media_object pm ON pm.id = s.preview_media_id
  LEFT JOIN story_stat st ON st.story_id = s.id
  LEFT JOIN story_size sz ON sz.story_id = s.id`;

export const coverTables = Prisma.sql`story s ${coverJoins}`;

/** SQL of whether a row of `story s` is still an empty draft. */
export const isUntouched = Prisma.sql`(s.status = 'draft' AND s.version = 1 AND NOT s.is_remix
  AND s.title = ${storyDefaults.title} AND s.description = ${placeholderDescription}
  AND NOT EXISTS (SELECT 1 FROM story_tag t WHERE t.story_id = s.id)
  AND NOT EXISTS (SELECT 1 FROM scene c WHERE c.story_id = s.id)
  AND NOT EXISTS (SELECT 1 FROM "character" e WHERE e.story_id = s.id)
  AND NOT EXISTS (SELECT 1 FROM location e WHERE e.story_id = s.id))`;

/** Whether public lists show a row of `story`: published, and not rated for adults. */
export const isListed = (alias: "s" | "n" | "p" | "c" | "story") => {
  const row = Prisma.raw(alias);
  return Prisma.sql`(${row}.status = 'published' AND ${row}.rating <> 'mature')`;
};
