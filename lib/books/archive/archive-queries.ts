import "server-only";
import { keyOf } from "@/lib/media/urls";
import { db, Prisma } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";
import { absoluteUrl } from "@/lib/platform/site";
import { numberRepeated } from "@/lib/platform/text/name-key";
import { hasMinLength } from "@/lib/platform/text/weighted-length";
import { textBubbles } from "@/lib/scenes/bubbles/schema";
import { panelContract } from "@/lib/scenes/panels/contract";
import { mapOutfitChanges, outfitChanges } from "@/lib/scenes/panels/outfits";
import { facesSchema, panelLines } from "@/lib/scenes/panels/script";
import { readingPath } from "@/lib/stories/reading/parts";
import { formatLora } from "@/lib/world/lora";
import { archiveFormat, archiveVersion, type StoryArchive, storyArchive } from "./archive";

/** Ids break ties: the database generates them in ascending order. */
const byAge = [{ createdAt: "asc" as const }, { id: "asc" as const }];

const object = { select: { sha256: true, extension: true } } as const;
const images = {
  orderBy: byAge,
  include: { media: object },
} as const;
const references = {
  orderBy: byAge,
  include: { media: object },
} as const;
const entities = {
  orderBy: byAge,
  include: { primary: object, images, references },
} as const;

const hasPicture: Prisma.SceneWhereInput = { panels: { some: { imageMediaId: { not: null } } } };

/**
 * Leaves out scenes that are generating for the first time; a scene that is generated again still
 * has its pictures.
 */
const archivedScenes = {
  OR: [{ status: { not: "generating" } }, hasPicture],
} satisfies Prisma.SceneWhereInput;

/** Whether an archive made now leaves out a scene that is still generating. */
export const lacksUnfinishedScene = async (storyId: string): Promise<boolean> =>
  (await db.scene.count({ where: { storyId, NOT: archivedScenes } })) > 0;

const archiveInclude = {
  tags: { orderBy: { position: "asc" } },
  style: object,
  characters: { ...entities, include: { ...entities.include, outfits: { orderBy: byAge } } },
  locations: entities,
  scenes: {
    orderBy: { sceneNumber: "asc" },
    where: archivedScenes,
    include: {
      characters: true,
      locations: true,
      panels: {
        orderBy: { panelNumber: "asc" },
        include: {
          image: object,
          video: object,
          takes: {
            orderBy: byAge,
            include: { media: object, originalMedia: object },
          },
        },
      },
    },
  },
} as const satisfies Prisma.StoryInclude;

type Row = Prisma.StoryGetPayload<{ include: typeof archiveInclude }>;
type EntityRow = Row["characters"][number] | Row["locations"][number];

const nameOf = (media: { sha256: string; extension: string }) => `media/${keyOf(media)}`;
const maybeName = (media: { sha256: string; extension: string } | null) => media && nameOf(media);

/** Archive keys of characters or locations, by id. */
const keysOf = (rows: readonly EntityRow[], letter: "c" | "l") =>
  new Map(rows.map(({ id }, index) => [id, `${letter}${index + 1}`]));

/** Old rows may have names of invisible characters only, which an archive must not have. */
const shown = (text: string, instead: string) => (hasMinLength(1)(text) ? text : instead);

/** Names of a character's outfits, by id. */
const outfitNamesOf = ({ outfits }: Row["characters"][number]) =>
  numberRepeated(
    outfits.map(({ id, name }) => ({ id, name: shown(name.trim(), "Nameless") })),
    80,
  ).map(({ id, name }) => [id, name] as const);

const entityOf = (
  row: EntityRow,
  keys: Map<string, string>,
  numbers: Map<number, number>,
  outfitNames: Map<string, string>,
) => ({
  key: keys.get(row.id) ?? "",
  name: shown(row.name, "Nameless"),
  formerNames: row.formerNames.length > 0 ? row.formerNames : undefined,
  title: row.title,
  description: row.description,
  imagePrompt: row.imagePrompt,
  seed: row.seed,
  firstAppearance: numbers.get(row.firstAppearance) ?? 0,
  primary: maybeName(row.primary),
  ...("outfits" in row && {
    lora: formatLora(row) || undefined,
    ...(row.outfits.length > 0 && {
      outfits: row.outfits.map(({ id, description }) => ({
        name: outfitNames.get(id) ?? "",
        description,
      })),
    }),
  }),
  ...(row.references.length > 0 && {
    references: row.references.map(
      ({ role, label, outfitId, media, prompt, model, createdAt }) => ({
        role,
        label,
        outfit: outfitNames.get(outfitId ?? "") ?? null,
        file: nameOf(media),
        prompt,
        model,
        createdAt: createdAt.toISOString(),
      }),
    ),
  }),
  images: row.images.map(({ media, prompt, model, createdAt }) => ({
    file: nameOf(media),
    prompt,
    model,
    createdAt: createdAt.toISOString(),
  })),
});

/** A panel's changes of outfits by keys and names; absent if there are none. */
function outfitsByKey(changes: unknown, keys: Map<string, string>, names: Map<string, string>) {
  const outfits = mapOutfitChanges(outfitChanges.parse(changes), keys, (id) => names.get(id));
  return Object.keys(outfits).length > 0 ? outfits : undefined;
}

/** A story with everything that its archive contains. @throws AppError `not_found` */
export async function readArchive(storyId: string): Promise<StoryArchive> {
  const row = await db.story.findUnique({ where: { id: storyId }, include: archiveInclude });
  if (!row) throw notFound("story");
  const characters = keysOf(row.characters, "c");
  const locations = keysOf(row.locations, "l");
  const numbers = new Map(row.scenes.map(({ sceneNumber }, index) => [sceneNumber, index + 1]));
  const known = (keys: Map<string, string>, ids: string[]) =>
    ids.flatMap((id) => keys.get(id) ?? []);
  const outfitNames = new Map(row.characters.flatMap(outfitNamesOf));
  const cover = row.scenes.flatMap(({ panels }, scene) =>
    panels.flatMap(({ id }, panel) =>
      id === row.coverPanelId ? [[scene + 1, panel + 1] as [number, number]] : [],
    ),
  );
  return storyArchive.parse({
    format: archiveFormat,
    version: archiveVersion,
    from: absoluteUrl(readingPath(storyId)),
    exportedAt: new Date().toISOString(),
    story: {
      title: shown(row.title, "Untitled"),
      description: shown(row.description, "Untold"),
      tags: row.tags.map(({ tag }) => tag).filter(hasMinLength(1)),
      artStyle: row.artStyle,
      aspectRatio: row.aspectRatio,
      panels: row.panels,
      defaultPanels: row.defaultPanels,
      imageGenerationModel: row.imageGenerationModel,
      rating: row.rating,
      noTraining: row.noTraining,
      oneLetterSize: row.oneLetterSize,
      style: maybeName(row.style),
      continuesPanels: row.continuesPanels,
      pictureCheck: row.pictureCheck,
      isRemix: row.isRemix,
      originalStoryTitle: row.originalStoryTitle,
      cover: cover[0] ?? null,
      characters: row.characters.map((one) => entityOf(one, characters, numbers, outfitNames)),
      locations: row.locations.map((one) => entityOf(one, locations, numbers, outfitNames)),
      scenes: row.scenes.map((scene) => ({
        title: scene.title,
        description: scene.description,
        prompt: scene.prompt,
        layout: scene.layout,
        characters: known(
          characters,
          scene.characters.map(({ characterId }) => characterId),
        ).toSorted(),
        locations: known(
          locations,
          scene.locations.map(({ locationId }) => locationId),
        ).toSorted(),
        panels: scene.panels.map((panel) => ({
          shot: panel.shot,
          imagePrompt: panel.imagePrompt,
          altText: panel.altText,
          contract: panelContract.safeParse(panel.contract).data ?? null,
          characters: known(characters, panel.characterIds),
          outfits: outfitsByKey(panel.outfits, characters, outfitNames),
          location: (panel.locationId && locations.get(panel.locationId)) ?? null,
          lines: panelLines.parse(panel.lines),
          textBubbles: textBubbles.parse(panel.textBubbles),
          faces: facesSchema.parse(panel.faces),
          image: maybeName(panel.image),
          video: maybeName(panel.video),
          videoPrompt: panel.videoPrompt,
          takes: panel.takes.map((take) => ({
            kind: take.kind,
            source: take.source,
            file: nameOf(take.media),
            original: maybeName(take.originalMedia),
            prompt: take.prompt,
            model: take.model,
            faces: facesSchema.parse(take.faces),
            createdAt: take.createdAt.toISOString(),
          })),
        })),
      })),
    },
  });
}

/** Changes with every change to the content of the archive. */
export async function archiveState(storyId: string): Promise<string> {
  const changed = (table: Prisma.Sql) =>
    Prisma.sql`(SELECT concat(count(*), max(x.updated_at), sum(x.version)) FROM ${table})`;
  const added = (table: Prisma.Sql) =>
    Prisma.sql`(SELECT concat(count(*), max(x.created_at)) FROM ${table})`;
  const [row] = await db.$queryRaw<{ state: string }[]>`
    SELECT concat_ws('|', s.version, s.updated_at, s.cover_panel_id,
      ${changed(Prisma.sql`scene x WHERE x.story_id = s.id`)},
      ${changed(Prisma.sql`panel x JOIN scene c ON c.id = x.scene_id WHERE c.story_id = s.id`)},
      ${changed(Prisma.sql`"character" x WHERE x.story_id = s.id`)},
      ${changed(Prisma.sql`location x WHERE x.story_id = s.id`)},
      ${added(Prisma.sql`take x JOIN panel p ON p.id = x.panel_id JOIN scene c ON c.id = p.scene_id WHERE c.story_id = s.id`)},
      ${changed(Prisma.sql`outfit x JOIN "character" e ON e.id = x.character_id WHERE e.story_id = s.id`)},
      ${added(Prisma.sql`reference_picture x JOIN "character" e ON e.id = x.character_id WHERE e.story_id = s.id`)},
      ${added(Prisma.sql`reference_picture x JOIN location e ON e.id = x.location_id WHERE e.story_id = s.id`)},
      ${added(Prisma.sql`character_image x JOIN "character" e ON e.id = x.character_id WHERE e.story_id = s.id`)},
      ${added(Prisma.sql`location_image x JOIN location e ON e.id = x.location_id WHERE e.story_id = s.id`)}
    ) AS state FROM story s WHERE s.id = ${storyId}::uuid`;
  if (!row) throw notFound("story");
  return row.state;
}
