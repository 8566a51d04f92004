/** What a remix reads of its original, and what of it a reader may copy. */
import "server-only";
import type { Prisma } from "@/lib/platform/db";

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

/** The public content: no scene that failed without a picture, and no prompts. */
export const asReaders = (original: Source): Source => ({
  ...original,
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
        ...{ panelNumber: index + 1, errorMessage: null, isContentFlag: false },
      })),
    })),
  characters: original.characters.map((one) => ({
    ...asReadersSee(one),
    images: unprompted(one.images),
    outfits: one.library?.allowRemix ? one.outfits : [],
  })),
  locations: original.locations.map((one) => ({
    ...asReadersSee(one),
    images: unprompted(one.images),
  })),
});

type Entity = Source["characters"][number] | Source["locations"][number];

/**
 * Neither the link to its author's cast nor pictures beyond those of the story,
 * unless the author allows it.
 */
const asReadersSee = <Row extends Entity>(row: Row): Row => ({
  ...row,
  references: row.library?.allowRemix ? unprompted(row.references) : [],
  ...(!row.library?.allowRemix && { libraryId: null, libraryVersion: 0, libraryBase: {} }),
});

/** Readers see panels with a picture, a video or words. */
const isSeen = (panel: Source["scenes"][number]["panels"][number]): boolean =>
  panel.imageMediaId !== null ||
  panel.videoMediaId !== null ||
  (Array.isArray(panel.textBubbles) && panel.textBubbles.length > 0);

/** Portraits without their prompts. */
const unprompted = <T extends { prompt: string }>(images: T[]): T[] =>
  images.map((image) => ({ ...image, prompt: "" }));
