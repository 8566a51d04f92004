import "server-only";
import type { Tx } from "@/lib/platform/db";

/**
 * Ids of the pictures and videos that a person uploaded, has as avatar, or uses in a story, in
 * their order, without pictures of others that the administrator has hidden. Each table is read by
 * the user's index, so that the cost does not grow with the site.
 */
export async function ownMediaIds(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    WITH own_story AS (SELECT id, preview_media_id, style_media_id FROM story WHERE author_id = ${userId}::uuid),
    own_scene AS (SELECT c.id FROM scene c JOIN own_story s ON s.id = c.story_id),
    own_panel AS (
      SELECT p.id, p.image_media_id, p.video_media_id
      FROM panel p JOIN own_scene c ON c.id = p.scene_id
      UNION ALL
      SELECT p.id, p.image_media_id, p.video_media_id
      FROM panel p JOIN own_scene c ON c.id = p.removed_from_id),
    own_take AS (
      SELECT t.media_id, t.original_media_id FROM take t JOIN own_panel p ON p.id = t.panel_id),
    own_character AS (
      SELECT e.id, e.primary_media_id FROM "character" e JOIN own_story s ON s.id = e.story_id),
    own_location AS (
      SELECT e.id, e.primary_media_id FROM location e JOIN own_story s ON s.id = e.story_id),
    own_entry AS (SELECT id, primary_media_id FROM library_entry WHERE owner_id = ${userId}::uuid)
    SELECT id FROM (
      SELECT media_id AS id FROM media_upload WHERE user_id = ${userId}::uuid
      UNION SELECT avatar_media_id FROM user_account WHERE id = ${userId}::uuid
      UNION SELECT preview_media_id FROM own_story
      UNION SELECT style_media_id FROM own_story
      UNION SELECT image_media_id FROM own_panel
      UNION SELECT video_media_id FROM own_panel
      UNION SELECT media_id FROM own_take
      UNION SELECT original_media_id FROM own_take
      UNION SELECT primary_media_id FROM own_character
      UNION SELECT primary_media_id FROM own_location
      UNION SELECT i.media_id FROM character_image i JOIN own_character e ON e.id = i.character_id
      UNION SELECT i.media_id FROM location_image i JOIN own_location e ON e.id = i.location_id
      UNION SELECT r.media_id FROM reference_picture r JOIN own_character e ON e.id = r.character_id
      UNION SELECT r.media_id FROM reference_picture r JOIN own_location e ON e.id = r.location_id
      UNION SELECT primary_media_id FROM own_entry
      UNION SELECT p.media_id FROM library_picture p JOIN own_entry e ON e.id = p.entry_id
      UNION SELECT p.media_id FROM share_picture p JOIN own_story s ON s.id = p.story_id
    ) AS own WHERE id IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM media_object m JOIN picture_mark k ON k.sha256 = m.sha256
      WHERE m.id = own.id AND k.hidden_at IS NOT NULL
        AND (k.author_id = ${userId}::uuid) IS NOT TRUE)
    ORDER BY id`;
  return rows.map(({ id }) => id);
}
