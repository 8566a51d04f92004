import "server-only";
import type { Tx } from "@/lib/platform/db";

/** Notes who and what place is in a scene: neither can be deleted then. */
export async function recordAppearances(
  tx: Tx,
  sceneId: string,
  characterIds: readonly string[],
  locationId: string | null = null,
): Promise<void> {
  // A panel may name one that is deleted by now.
  await tx.$executeRaw`
    INSERT INTO scene_character (scene_id, character_id)
    SELECT ${sceneId}::uuid, id FROM "character" WHERE id = ANY(${[...characterIds]}::uuid[])
    ON CONFLICT DO NOTHING`;
  if (locationId) {
    await tx.sceneLocation.createMany({ data: [{ sceneId, locationId }], skipDuplicates: true });
  }
}
