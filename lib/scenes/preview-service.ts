import "server-only";
import type { Tx } from "@/lib/platform/db";

/**
 * Points a story's cover at the first panel that has a picture. Call it in the transaction that
 * changed a picture, a scene or their order.
 */
export async function refreshPreview(tx: Tx, storyId: string): Promise<void> {
  await tx.$executeRaw`
    WITH first AS (
      SELECT (SELECT p.image_media_id FROM panel p JOIN scene c ON c.id = p.scene_id
        WHERE c.story_id = ${storyId}::uuid AND p.image_media_id IS NOT NULL
        ORDER BY c.scene_number, p.panel_number LIMIT 1) AS media_id)
    UPDATE story SET preview_media_id = first.media_id FROM first
    WHERE story.id = ${storyId}::uuid AND story.preview_media_id IS DISTINCT FROM first.media_id`;
}
