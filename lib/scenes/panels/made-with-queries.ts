import "server-only";
import { type MadeWith, madeWith } from "@/lib/media/schema";
import type { db, Tx } from "@/lib/platform/db";

/** What the shown pictures of a story were made with, by panel; panels without a record are left out. */
export async function findMadeWith(client: Tx | typeof db, storyId: string) {
  const rows = await client.$queryRaw<{ panelId: string; made: unknown }[]>`
    SELECT DISTINCT ON (panel.id) panel.id AS "panelId", take.made_with AS made
    FROM panel
    JOIN scene ON scene.id = panel.scene_id
    JOIN take ON take.panel_id = panel.id AND take.media_id = panel.image_media_id
    WHERE scene.story_id = ${storyId}::uuid AND take.made_with IS NOT NULL
    ORDER BY panel.id, take.created_at DESC`;
  return new Map<string, MadeWith>(
    rows.flatMap(({ panelId, made }) => {
      const known = madeWith.safeParse(made);
      return known.success ? [[panelId, known.data]] : [];
    }),
  );
}
