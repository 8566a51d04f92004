/** The outfits in a panel: each stays until a later panel of the story changes it. */
import "server-only";
import { authoredBy } from "@/lib/platform/auth/ownership";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db, type Tx } from "@/lib/platform/db";
import { panelAccessError } from "../queries";
import type { PanelOutfit } from "../schema";
import { contractUnder } from "./contract";
import { characterNamed, dressed, outfitChanges, outfitsAfter } from "./outfits";

/** The position of a panel in its story. */
export interface PanelPlace {
  storyId: string;
  sceneNumber: number;
  panelNumber: number;
}

/** The changes of outfits at or before a panel, in the order of the story. */
async function findChanges(
  client: Tx | typeof db,
  { storyId, sceneNumber, panelNumber }: PanelPlace,
) {
  const panels = await client.panel.findMany({
    where: {
      scene: { storyId },
      NOT: { outfits: { equals: {} } },
      OR: [
        { scene: { sceneNumber: { lt: sceneNumber } } },
        { scene: { sceneNumber }, panelNumber: { lte: panelNumber } },
      ],
    },
    select: { outfits: true, panelNumber: true, scene: { select: { sceneNumber: true } } },
    orderBy: [{ scene: { sceneNumber: "asc" } }, { panelNumber: "asc" }],
  });
  return panels.map(({ scene, ...panel }) => ({
    changes: outfitChanges.parse(panel.outfits),
    place: { sceneNumber: scene?.sceneNumber ?? 0, panelNumber: panel.panelNumber },
  }));
}

/** The outfits in force in a panel: the last change of each character at or before it. */
export async function outfitsIn(client: Tx | typeof db, place: PanelPlace) {
  const found = await findChanges(client, place);
  return outfitsAfter(found.map(({ changes }) => changes));
}

/**
 * The characters in the frame of a panel and in its contract, each with its outfit and the panel
 * that changed it.
 * @throws AppError `not_found`, `forbidden`
 */
export async function listPanelOutfits(
  viewer: Viewer,
  sceneId: string,
  panelNumber: number,
): Promise<PanelOutfit[]> {
  const panel = await db.panel.findFirst({
    where: { sceneId, panelNumber, scene: { story: authoredBy(viewer) } },
    include: { scene: { select: { storyId: true, sceneNumber: true } } },
  });
  if (!panel?.scene) throw await panelAccessError(viewer, sceneId);
  const [found, characters] = await Promise.all([
    findChanges(db, { ...panel.scene, panelNumber }),
    db.character.findMany({
      where: { storyId: panel.scene.storyId },
      include: { outfits: { orderBy: { createdAt: "asc" } } },
    }),
  ]);
  const contract = contractUnder(panel.contract, panel.imagePrompt);
  const inFrame = panel.characterIds.map((id) => characters.find((one) => one.id === id));
  const told = contract?.people.map(({ name }) => characterNamed(name, characters)) ?? [];
  const cast = [...new Set([...inFrame, ...told])].filter((one) => one !== undefined);
  const worn = outfitsAfter(found.map(({ changes }) => changes));
  return dressed(cast, contract, worn).map(({ id, name, formerNames, outfit, outfits }) => ({
    characterId: id,
    name,
    formerNames,
    outfitId: outfit?.id || null,
    wears: outfit?.name ?? "",
    since: found.findLast(({ changes }) => id in changes)?.place ?? null,
    outfits: outfits.map((one) => ({ _id: one.id, name: one.name })),
  }));
}
