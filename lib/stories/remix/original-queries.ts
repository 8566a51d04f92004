/** The part of its original that a remix copies. */
import "server-only";
import type { MadeWith } from "@/lib/media/schema";
import type { Prisma } from "@/lib/platform/db";
import { type OutfitChanges, outfitsAfter } from "@/lib/scenes/panels/outfits";

/** Columns that a copy does not take over, beside the id. */
const own = { version: true, createdAt: true, updatedAt: true } as const;
const asc = "asc" as const;
const cast = {
  orderBy: [{ firstAppearance: asc }, { createdAt: asc }, { id: asc }],
  omit: own,
  include: {
    images: { orderBy: { createdAt: asc }, omit: { id: true as const, jobId: true as const } },
    references: { orderBy: { createdAt: asc }, omit: { id: true as const, jobId: true as const } },
    library: { select: { allowRemix: true as const } },
  },
};

export const source = {
  tags: { orderBy: { position: asc } },
  scenes: {
    orderBy: { sceneNumber: asc },
    // Unfinished scenes cannot be copied.
    where: { status: { not: "generating" } },
    omit: { ...own, generation: true },
    include: {
      panels: {
        orderBy: { panelNumber: asc },
        omit: own,
        include: { image: { select: { madeBy: true } }, video: { select: { madeBy: true } } },
      },
      characters: true,
      locations: true,
    },
  },
  characters: { ...cast, include: { ...cast.include, outfits: { omit: own } } },
  locations: cast,
} as const satisfies Prisma.StoryInclude;
export type Source = Prisma.StoryGetPayload<{ include: typeof source }>;

/**
 * The chosen part of a story, with the outfits in force there: a panel after some that are left out
 * gets their changes.
 */
export function withOutfitsInForce(original: Source, chosen: Source): Source {
  const kept = new Set(chosen.scenes.flatMap(({ panels }) => panels.map(({ id }) => id)));
  const outfits = new Map<string, OutfitChanges>();
  let missed: unknown[] = [];
  for (const panel of original.scenes.flatMap(({ panels }) => panels)) {
    missed.push(panel.outfits);
    if (!kept.has(panel.id)) continue;
    outfits.set(panel.id, outfitsAfter(missed));
    missed = [];
  }
  return {
    ...chosen,
    scenes: chosen.scenes.map(({ panels, ...scene }) => ({
      ...scene,
      panels: panels.map((panel) => ({ ...panel, outfits: outfits.get(panel.id) ?? {} })),
    })),
  };
}

/**
 * What the pictures of a copy were made with, without facts and pictures that the copy lacks.
 * @param made by panel of the original
 */
export function madeWithCopied(made: Map<string, MadeWith>, original: Source, copy: Source) {
  const entities = [...copy.characters, ...copy.locations];
  const pictures = new Set([
    copy.styleMediaId,
    ...copy.scenes.flatMap(({ panels }) => panels.map(({ imageMediaId }) => imageMediaId)),
    ...entities.flatMap(({ primaryMediaId, images, references }) => [
      primaryMediaId,
      ...[...images, ...references].map(({ mediaId }) => mediaId),
    ]),
  ]);
  const undressed = original.characters.filter(
    ({ id, outfits }) =>
      outfits.length > 0 &&
      copy.characters.some((one) => one.id === id && one.outfits.length === 0),
  );
  const unknown = new Set(undressed.map(({ id }) => `outfit:${id}`));
  if (copy.styleMediaId !== original.styleMediaId) unknown.add("style");
  return new Map(
    [...made].map(([panelId, { references, basis }]) => [
      panelId,
      {
        references: references.filter(({ mediaId }) => pictures.has(mediaId)),
        basis: Object.fromEntries(Object.entries(basis).filter(([fact]) => !unknown.has(fact))),
      },
    ]),
  );
}

/**
 * The content that readers may copy: no scene that failed without a picture, no prompts, no private
 * pictures, no paid checks.
 */
export const publicContentOf = (original: Source): Source => ({
  ...original,
  styleMediaId: null,
  pictureCheck: "off",
  scenes: original.scenes
    .filter(
      ({ status, panels }) => status === "completed" || panels.some((one) => one.imageMediaId),
    )
    .map((scene) => ({
      ...scene,
      prompt: "",
      errorMessage: null,
      panels: scene.panels.filter(isSeen).map((panel, index) => ({
        ...panel,
        panelNumber: index + 1,
        errorMessage: null,
        isContentFlag: false,
      })),
    })),
  characters: original.characters.map((one) => ({
    ...publicEntityOf(one),
    images: withoutPrompts(one.images),
    outfits: one.library?.allowRemix ? one.outfits : [],
  })),
  locations: original.locations.map((one) => ({
    ...publicEntityOf(one),
    images: withoutPrompts(one.images),
  })),
});

type Entity = Source["characters"][number] | Source["locations"][number];

/**
 * An entity without the link to its author's cast and without its reference pictures, unless the
 * author allows both in remixes.
 */
const publicEntityOf = <Row extends Entity>(row: Row): Row => ({
  ...row,
  references: row.library?.allowRemix ? withoutPrompts(row.references) : [],
  ...(!row.library?.allowRemix && { libraryId: null, libraryVersion: 0, libraryBase: {} }),
});

/** Readers see panels with a picture, a video or words. */
const isSeen = (panel: Source["scenes"][number]["panels"][number]): boolean =>
  panel.imageMediaId !== null ||
  panel.videoMediaId !== null ||
  (Array.isArray(panel.textBubbles) && panel.textBubbles.length > 0);

const withoutPrompts = <T extends { prompt: string }>(images: T[]): T[] =>
  images.map((image) => ({ ...image, prompt: "" }));
