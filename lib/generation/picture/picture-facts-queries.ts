/** Reads the facts that panels' pictures depend on. */
import "server-only";
import { painter } from "@/lib/ai";
import type { db, Tx } from "@/lib/platform/db";
import { contractUnder } from "@/lib/scenes/panels/contract";
import type { PanelPlace } from "@/lib/scenes/panels/outfit-queries";
import { dressed, type OutfitChanges } from "@/lib/scenes/panels/outfits";
import type { PictureFacts, StoryLook } from "./picture-facts";
import { type PanelReference, panelsNamedIn } from "./reference-plan";

type Reader = Tx | typeof db;

const pictures = {
  orderBy: [{ createdAt: "asc" as const }, { id: "asc" as const }],
  select: { role: true, label: true, mediaId: true, outfitId: true },
};

/** Characters and locations of a story with their pictures, by id. */
export async function loadSheets(tx: Reader, storyId: string, ids?: readonly string[]) {
  const where = { storyId, ...(ids && { id: { in: [...ids] } }) };
  const [characters, locations] = [
    await tx.character.findMany({
      where,
      include: { references: pictures, outfits: true },
    }),
    await tx.location.findMany({ where, include: { references: pictures } }),
  ];
  return {
    characters: new Map(characters.map((one) => [one.id, one])),
    locations: new Map(locations.map((one) => [one.id, one])),
  };
}
type Sheets = Awaited<ReturnType<typeof loadSheets>>;

export const lookOf = (
  story: Omit<StoryLook, "model"> & { imageGenerationModel: string },
): StoryLook => ({
  artStyle: story.artStyle,
  aspectRatio: story.aspectRatio,
  styleMediaId: story.styleMediaId,
  model: painter().onlyModel ?? story.imageGenerationModel,
});

/** The columns of a panel that its picture depends on; `imagePrompt` is that of the picture. */
export interface DrawnPanel {
  imagePrompt: string;
  shot: string;
  contract: unknown;
  characterIds: readonly string[];
  locationId: string | null;
}

/** @param outfits those in force in the panel */
export function factsOf(
  look: StoryLook,
  { characters, locations }: Sheets,
  panel: DrawnPanel,
  outfits: OutfitChanges,
) {
  const contract = contractUnder(panel.contract, panel.imagePrompt);
  const shot = contract?.shot || panel.shot;
  const inFrame = panel.characterIds.flatMap((id) => characters.get(id) ?? []);
  // A LoRA changes no picture of a painter that takes none.
  const people = painter().takesLora ? inFrame : inFrame.map((one) => ({ ...one, loraName: "" }));
  return {
    look,
    prompt: panel.imagePrompt,
    shot,
    contract,
    characters: dressed(people, contract, outfits),
    location: locations.get(panel.locationId ?? "") ?? null,
  } satisfies PictureFacts;
}

/**
 * The finished panels that a request carries: those that its prompt names, then the previous panel
 * of the same scene. `missing` has the named ones without a picture.
 */
export async function panelReferencesOf(
  tx: Reader,
  { storyId, sceneNumber, panelNumber }: PanelPlace,
  prompt: string,
  continuesPanels: boolean,
): Promise<{ panels: PanelReference[]; missing: string[] }> {
  const named = panelsNamedIn(prompt, sceneNumber).map((one) => ({
    ...one,
    label: `scene ${one.sceneNumber}, panel ${one.panelNumber}`,
  }));
  const before = { sceneNumber, panelNumber: panelNumber - 1, label: "the panel before" };
  const wanted = continuesPanels && panelNumber > 1 ? [...named, before] : named;
  if (wanted.length === 0) return { panels: [], missing: [] };
  const found = await tx.panel.findMany({
    where: {
      status: "completed",
      imageMediaId: { not: null },
      OR: wanted.map((one) => ({
        panelNumber: one.panelNumber,
        scene: { storyId, sceneNumber: one.sceneNumber },
      })),
    },
    select: {
      id: true,
      imageMediaId: true,
      panelNumber: true,
      scene: { select: { sceneNumber: true } },
    },
  });
  const pictures = wanted.map(({ label, ...place }) => {
    const panel = found.find(
      (one) =>
        one.panelNumber === place.panelNumber && one.scene?.sceneNumber === place.sceneNumber,
    );
    return { label, panel };
  });
  return {
    panels: pictures.flatMap(({ label, panel }) =>
      panel?.imageMediaId ? [{ panelId: panel.id, mediaId: panel.imageMediaId, label }] : [],
    ),
    missing: pictures.flatMap(({ label, panel }) =>
      panel || label === before.label ? [] : [label],
    ),
  };
}
