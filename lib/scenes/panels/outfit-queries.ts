/** What characters wear in a panel: an outfit stays until a later panel of the story changes it. */
import "server-only";
import { authoredBy } from "@/lib/platform/auth/ownership";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db, type Tx } from "@/lib/platform/db";
import { panelAccessError } from "../queries";
import type { PanelOutfit } from "../schema";

/** The last change of a character's clothes at or before a panel. */
interface WornOutfit {
  characterId: string;
  /** Null for the usual clothes. */
  outfitId: string | null;
  sceneNumber: number;
  panelNumber: number;
}

/**
 * The changes that count in a panel, at most one of each character; none of an outfit that is
 * deleted.
 */
export const findWornOutfits = (
  panelId: string,
  client: Tx | typeof db = db,
): Promise<WornOutfit[]> => client.$queryRaw`
  SELECT DISTINCT ON (o.key) o.key AS "characterId", o.value AS "outfitId",
    c.scene_number AS "sceneNumber", p.panel_number AS "panelNumber"
  FROM panel here JOIN scene hc ON hc.id = here.scene_id
  JOIN scene c ON c.story_id = hc.story_id
  JOIN panel p ON p.scene_id = c.id AND p.outfits <> '{}'
  CROSS JOIN LATERAL jsonb_each_text(p.outfits) o
  WHERE here.id = ${panelId}::uuid
    AND (c.scene_number, p.panel_number) <= (hc.scene_number, here.panel_number)
    AND (o.value IS NULL OR EXISTS (SELECT 1 FROM outfit f
      WHERE f.id = o.value::uuid AND f.character_id = o.key::uuid))
  ORDER BY o.key, c.scene_number DESC, p.panel_number DESC`;

/**
 * The characters in the frame of a panel, what each of them wears, and since when.
 * @throws AppError `not_found`, `forbidden`
 */
export async function listPanelOutfits(
  viewer: Viewer,
  sceneId: string,
  panelNumber: number,
): Promise<PanelOutfit[]> {
  const panel = await db.panel.findFirst({
    where: { sceneId, panelNumber, scene: { story: authoredBy(viewer) } },
    select: { id: true, characterIds: true },
  });
  if (!panel) throw await panelAccessError(viewer, sceneId);
  const [worn, characters] = await Promise.all([
    findWornOutfits(panel.id),
    db.character.findMany({
      where: { id: { in: panel.characterIds } },
      select: { id: true, name: true, outfits: { orderBy: { createdAt: "asc" } } },
    }),
  ]);
  return panel.characterIds.flatMap((id) => {
    const character = characters.find((one) => one.id === id);
    if (!character) return [];
    const since = worn.find(({ characterId }) => characterId === id);
    return {
      characterId: id,
      name: character.name,
      outfitId: since?.outfitId ?? null,
      since: since ? { sceneNumber: since.sceneNumber, panelNumber: since.panelNumber } : null,
      outfits: character.outfits.map((outfit) => ({ _id: outfit.id, name: outfit.name })),
    };
  });
}
