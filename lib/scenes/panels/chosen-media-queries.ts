import "server-only";
import { isHiddenFrom, isUploadOf } from "@/lib/media/media-queries";
import { parseMediaUrl } from "@/lib/media/urls";
import type { Viewer } from "@/lib/platform/auth/viewer";
import type { Prisma, Tx } from "@/lib/platform/db";
import { fieldError } from "@/lib/platform/errors";

/** A stored object that may become a panel's picture or video, with its origin. */
export interface ChosenMedia {
  id: string;
  isGenerated: boolean;
  /** Its prompt is an edit of the source picture. */
  isEdited: boolean;
  /** The take of this panel with this object. */
  takeId: string | null;
  faces: Prisma.JsonValue;
  prompt: string;
  model: string;
  /** The source picture. */
  originalMediaId: string | null;
}

/**
 * Looks up an address that an author chose for a panel: a take of this panel or its source, an
 * upload of the author, or the result of one of their jobs for this story. Everything else gets the
 * same refusal, whether it exists or not.
 * @throws AppError `validation_failed`
 */
export async function findChosenMedia(
  tx: Tx,
  viewer: Viewer,
  field: "imageUrl" | "videoUrl",
  url: string,
  panel: { id: string; storyId: string },
): Promise<ChosenMedia> {
  const kind = field === "imageUrl" ? "image" : "video";
  const named = parseMediaUrl(url);
  const [media] = named
    ? await tx.$queryRaw<ChosenMedia[]>`
        SELECT m.id, m.is_generated AS "isGenerated", t.id AS "takeId",
          coalesce(t.source = 'edited', j.kind = 'image' AND j.source IS NOT NULL, false)
            AS "isEdited",
          coalesce(t.faces, j.result -> 'faces', '[]'::jsonb) AS faces,
          coalesce(t.prompt, j.input ->> 'prompt', '') AS prompt,
          coalesce(t.model, j.result ->> 'model', '') AS model,
          coalesce(t.original_media_id, o.id) AS "originalMediaId"
        FROM media_object m
        LEFT JOIN LATERAL (
          SELECT * FROM take WHERE panel_id = ${panel.id}::uuid AND media_id = m.id
          ORDER BY created_at LIMIT 1) t ON true
        LEFT JOIN LATERAL (
          -- A reference picture is drawn from its portrait, which it does not change.
          SELECT *, CASE WHEN input -> 'reference' IS NULL THEN input ->> 'mediaId' END AS source
          FROM job WHERE story_id = ${panel.storyId}::uuid AND status = 'completed'
            AND (owner_id = ${viewer.id}::uuid OR ${viewer.isAdministrator})
            AND result ->> 'mediaId' = m.id::text
          ORDER BY created_at LIMIT 1) j ON true
        LEFT JOIN media_object o ON o.id = j.source::uuid
        WHERE m.sha256 = ${named.sha256}::char(64) AND m.extension = ${named.extension}
          AND m.media_type LIKE ${`${kind}/%`} AND NOT ${isHiddenFrom(viewer, "m")}
          AND (t.id IS NOT NULL OR j.id IS NOT NULL OR ${isUploadOf(viewer, "m")} OR EXISTS (
            SELECT 1 FROM take WHERE panel_id = ${panel.id}::uuid AND original_media_id = m.id))`
    : [];
  if (media) return media;
  throw fieldError(
    field,
    `Please choose ${kind === "image" ? "an image" : "a video"} of this panel, or upload one first.`,
  );
}
