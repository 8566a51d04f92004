import "server-only";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { Prisma, type Tx } from "@/lib/platform/db";
import { fieldError } from "@/lib/platform/errors";
import { parseMediaUrl } from "./urls";

/**
 * Condition on a row of media_object: the viewer uploaded it, alone or after others with the same
 * bytes. `alias` must not come from a request.
 */
export const isUploadOf = (viewer: Pick<Viewer, "id">, alias: string): Prisma.Sql =>
  Prisma.sql`EXISTS (SELECT 1 FROM media_upload u
    WHERE u.media_id = ${Prisma.raw(alias)}.id AND u.user_id = ${viewer.id}::uuid)`;

/**
 * Condition on a row of media_object: an administrator has hidden it, and the viewer is neither an
 * administrator nor its author. `alias` must not come from a request.
 */
export const isHiddenFrom = (viewer: Viewer | null, alias: string): Prisma.Sql =>
  Prisma.sql`(NOT ${viewer?.isAdministrator ?? false} AND EXISTS (SELECT 1 FROM picture_mark k
    WHERE k.sha256 = ${Prisma.raw(alias)}.sha256 AND k.hidden_at IS NOT NULL
      AND (k.author_id = ${viewer?.id ?? null}::uuid) IS NOT TRUE))`;

/**
 * SQL of a JSON object with the fields of `MediaFacts`; null if the join found no row. `alias` is
 * the name of the joined table and must not come from a request.
 */
export const mediaJson = (alias: string): Prisma.Sql =>
  Prisma.raw(
    `CASE WHEN ${alias}.id IS NULL THEN NULL ELSE json_build_object(
      'sha256', ${alias}.sha256, 'extension', ${alias}.extension, 'width', ${alias}.width,
      'height', ${alias}.height, 'placeholder', ${alias}.placeholder, 'variants', ${alias}.variants
    ) END`,
  );

interface PictureSearch {
  /** Null for a picture outside stories. */
  storyId: string | null;
  url: string;
  /** SQL on `media_object m`: other usable pictures; by default all pictures of the story. */
  orCondition?: Prisma.Sql;
  /** The field that gets the error, and its message. */
  field: string;
  message?: string;
}

const notUsable = "Please choose a picture of this story, or upload one first.";

/** SQL: the story shows `media_object m` in a panel or on a sheet, or uses it as its style. */
const isOfStory = (storyId: string | null): Prisma.Sql => Prisma.sql`
  EXISTS (SELECT 1 FROM panel p JOIN scene c ON c.id = p.scene_id
    WHERE c.story_id = ${storyId}::uuid AND p.image_media_id = m.id)
  OR EXISTS (SELECT 1 FROM "character" e LEFT JOIN character_image i ON i.character_id = e.id
    LEFT JOIN reference_picture r ON r.character_id = e.id
    WHERE e.story_id = ${storyId}::uuid AND m.id IN (e.primary_media_id, i.media_id, r.media_id))
  OR EXISTS (SELECT 1 FROM location e LEFT JOIN location_image i ON i.location_id = e.id
    LEFT JOIN reference_picture r ON r.location_id = e.id
    WHERE e.story_id = ${storyId}::uuid AND m.id IN (e.primary_media_id, i.media_id, r.media_id))
  OR EXISTS (SELECT 1 FROM story s WHERE s.id = ${storyId}::uuid AND s.style_media_id = m.id)`;

/**
 * The id of a picture that the viewer may use in a story: a take of its panels, an own upload, or
 * the result of an own job for it. Any other picture gets the same refusal, whether it exists or
 * not.
 * @throws AppError `validation_failed`
 */
export async function findUsablePicture(
  tx: Tx,
  viewer: Viewer,
  { storyId, url, orCondition = isOfStory(storyId), field, message = notUsable }: PictureSearch,
): Promise<string> {
  const named = parseMediaUrl(url);
  const [media] = named
    ? await tx.$queryRaw<{ id: string }[]>`
        SELECT m.id FROM media_object m
        WHERE m.sha256 = ${named.sha256}::char(64) AND m.extension = ${named.extension}
          AND m.media_type LIKE 'image/%' AND NOT ${isHiddenFrom(viewer, "m")} AND (
            ${isUploadOf(viewer, "m")}
            OR EXISTS (SELECT 1 FROM take t JOIN panel p ON p.id = t.panel_id
              JOIN scene c ON c.id = p.scene_id
              WHERE t.media_id = m.id AND c.story_id = ${storyId}::uuid)
            OR EXISTS (SELECT 1 FROM job j
              WHERE j.story_id = ${storyId}::uuid AND j.status = 'completed'
                AND (j.owner_id = ${viewer.id}::uuid OR ${viewer.isAdministrator})
                AND j.result ->> 'mediaId' = m.id::text)
            OR ${orCondition})`
    : [];
  if (media) return media.id;
  throw fieldError(field, message);
}
