import "server-only";
import { applyDecisions } from "@/lib/media/picture-moderation-service";
import type { Tx } from "@/lib/platform/db";

/**
 * Sets a story's cover to the picture of the panel that its author chose, else to the first
 * picture. A published story without pictures becomes a draft; the administrator's decisions on
 * pictures apply to the story that shows them. Call it in the transaction that changed a picture, a
 * video, a scene or their order.
 * @returns whether the story may have left public lists
 */
export async function refreshPreview(tx: Tx, storyId: string): Promise<boolean> {
  const [changed] = await tx.$queryRaw<{ isBare: boolean }[]>`
    WITH cover AS (
      SELECT (SELECT p.image_media_id FROM panel p JOIN scene c ON c.id = p.scene_id
          JOIN story s ON s.id = c.story_id
        WHERE s.id = ${storyId}::uuid AND p.image_media_id IS NOT NULL
        ORDER BY p.id IS NOT DISTINCT FROM s.cover_panel_id DESC, c.scene_number, p.panel_number
        LIMIT 1) AS media_id)
    UPDATE story SET preview_media_id = cover.media_id,
      status = CASE WHEN cover.media_id IS NULL THEN 'draft' ELSE status END,
      published_at = CASE WHEN cover.media_id IS NULL THEN NULL ELSE published_at END,
      version = version + (cover.media_id IS NULL AND status = 'published')::int
    FROM cover
    WHERE story.id = ${storyId}::uuid AND story.preview_media_id IS DISTINCT FROM cover.media_id
    RETURNING cover.media_id IS NULL AS "isBare"`;
  const decided = await applyDecisions(tx, [storyId]);
  return decided.length > 0 || (changed?.isBare ?? false);
}
