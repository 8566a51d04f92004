import "server-only";
import { isUploadOf } from "@/lib/media/media-queries";
import { parseMediaUrl } from "@/lib/media/urls";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db, type Tx } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { facesSchema, type PaintJobResult } from "../schema";

/**
 * Looks up the picture that an edit or a video starts from: any of the story's own (takes, portraits
 * of its characters and places), an upload of the viewer's, or what a job of theirs made for this
 * story. Everything else is refused in the same words, whether it exists or not.
 * @throws AppError `validation_failed`
 */
export async function findSourcePicture(
  tx: Tx,
  viewer: Viewer,
  field: "initialImageUrl" | "imageUrl",
  url: string,
  storyId: string,
): Promise<{ id: string }> {
  const named = parseMediaUrl(url);
  const [media] = named
    ? await tx.$queryRaw<{ id: string }[]>`
        SELECT m.id FROM media_object m
        WHERE m.sha256 = ${named.sha256}::char(64) AND m.extension = ${named.extension}
          AND m.media_type LIKE 'image/%' AND (
            ${isUploadOf(viewer, "m")}
            OR EXISTS (SELECT 1 FROM panel p JOIN scene c ON c.id = p.scene_id
              WHERE c.story_id = ${storyId}::uuid AND (p.image_media_id = m.id
                OR EXISTS (SELECT 1 FROM take t WHERE t.panel_id = p.id AND t.media_id = m.id)))
            OR EXISTS (SELECT 1 FROM "character" e LEFT JOIN character_image i ON i.character_id = e.id
              WHERE e.story_id = ${storyId}::uuid AND m.id IN (e.primary_media_id, i.media_id))
            OR EXISTS (SELECT 1 FROM location e LEFT JOIN location_image i ON i.location_id = e.id
              WHERE e.story_id = ${storyId}::uuid AND m.id IN (e.primary_media_id, i.media_id))
            OR EXISTS (SELECT 1 FROM job j
              WHERE j.story_id = ${storyId}::uuid AND j.status = 'completed'
                AND (j.owner_id = ${viewer.id}::uuid OR ${viewer.isAdministrator})
                AND j.result ->> 'mediaId' = m.id::text))`
    : [];
  if (media) return media;
  const message = "Please choose a picture of this story, or upload one first.";
  throw new AppError("validation_failed", message, { errors: [{ field, message }] });
}

/**
 * Where heads are in a picture that is changed into one of the given size; nothing where that is
 * unknown, or where another format cuts off parts of it.
 */
export async function facesOfSource(
  storyId: string,
  mediaId: string,
  size: { width: number; height: number },
): Promise<PaintJobResult["faces"]> {
  const take = await db.take.findFirst({
    where: { mediaId, panel: { scene: { storyId } }, NOT: { faces: { equals: [] } } },
    select: { faces: true, media: { select: { width: true, height: true } } },
  });
  if (!take?.media.width || !take.media.height) return [];
  const stretch = take.media.width / take.media.height / (size.width / size.height);
  return Math.abs(stretch - 1) < 0.02 ? facesSchema.parse(take.faces) : [];
}
