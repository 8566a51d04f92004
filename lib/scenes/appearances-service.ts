import "server-only";
import type { Tx } from "@/lib/platform/db";

/** Records the characters and locations of a scene: while recorded, they cannot be deleted. */
export async function recordAppearances(
  tx: Tx,
  sceneId: string,
  characterIds: readonly string[],
  locationId: string | null = null,
): Promise<void> {
  // Only existing rows: a panel may still name a deleted entity.
  await tx.$executeRaw`
    INSERT INTO scene_character (scene_id, character_id)
    SELECT ${sceneId}::uuid, id FROM "character" WHERE id = ANY(${[...characterIds]}::uuid[])
    FOR KEY SHARE
    ON CONFLICT DO NOTHING`;
  if (locationId) {
    await tx.sceneLocation.createMany({ data: [{ sceneId, locationId }], skipDuplicates: true });
  }
}

/**
 * Removes the record of characters and locations that neither a panel of the scene nor a removed
 * panel, which the author can restore, shows any more.
 */
export async function removeStaleAppearances(tx: Tx, sceneId: string): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM scene_character u WHERE u.scene_id = ${sceneId}::uuid AND NOT EXISTS (
      SELECT 1 FROM panel p
      WHERE u.scene_id IN (p.scene_id, p.removed_from_id) AND u.character_id = ANY (p.character_ids))`;
  await tx.$executeRaw`
    DELETE FROM scene_location u WHERE u.scene_id = ${sceneId}::uuid AND NOT EXISTS (
      SELECT 1 FROM panel p
      WHERE u.scene_id IN (p.scene_id, p.removed_from_id) AND u.location_id = p.location_id)`;
}
