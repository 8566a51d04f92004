import { sheetRoles } from "@/lib/ai/painter";
import { maxFormerNames } from "@/lib/platform/text/name-key";
import { hasMinLength } from "@/lib/platform/text/weighted-length";
import { z } from "@/lib/platform/zod";
import { aspectRatios } from "@/lib/scenes/aspect";
import { bubblesInput, maxBubblesPerStory } from "@/lib/scenes/bubbles/schema";
import { panelContract, shotSizes } from "@/lib/scenes/panels/contract";
import { facesInput, linesInput } from "@/lib/scenes/panels/script";
import { maxPanels, maxScenes, sceneLayout } from "@/lib/scenes/schema";
import { imageModels, pictureChecks, storyRatings, tagsSchema } from "@/lib/stories/schema";
import { loraText } from "@/lib/world/lora";
import { outfitForm } from "@/lib/world/references/schema";
import type { ArchiveList } from "./reader/reader.mjs";

/**
 * The format of a story archive: `story.json` and the media that it names. An archive is untrusted
 * like any upload, so every field has a limit.
 */
export const archiveFormat = "inkwright-story-archive";
/** Version of the format; raised with each change that importers must know. */
export const archiveVersion = 1;
export const archiveDocument = "story.json";

/** Length of the JSON of a panel's changes of clothes, which its column limits; calls allow fewer. */
const maxClothesLength = 2000;
const lengthOf = (outfit: string | null) => (outfit === null ? 46 : 80);

/** Names of files in `media/`, by kind. */
const picture = z.string().regex(/^media\/[0-9a-f]{64}\.(jpg|png|gif|webp)$/);
const video = z.string().regex(/^media\/[0-9a-f]{64}\.(mp4|webm)$/);
/** A date after 1970. Nothing here is older, and this rules out the year 0, which PostgreSQL rejects. */
const moment = z.iso
  .datetime()
  .max(40)
  .refine((time) => new Date(time).getTime() > 0);
const text = (max: number) => z.string().max(max);
/** Keys of characters and locations within the archive. */
const characterKey = z.string().regex(/^c\d{1,4}$/);
const locationKey = z.string().regex(/^l\d{1,4}$/);

/** Greatest lengths of the story's lists; calls add fewer, but earlier imports had as many. */
export const maxEntries: Record<ArchiveList, number> = {
  characters: 1000,
  locations: 1000,
  scenes: maxScenes,
};

const isUnique = (values: readonly string[]) => new Set(values).size === values.length;

/** A further picture of a character or location; an outfit's names its outfit. */
const reference = z.strictObject({
  role: z.enum(sheetRoles),
  label: text(80),
  outfit: text(80).nullable(),
  file: picture,
  prompt: text(4000),
  model: text(80),
  createdAt: moment,
});

const entityFields = {
  name: z.string().trim().refine(hasMinLength(1)).max(100),
  /** Absent if there are none. */
  formerNames: z.array(text(100)).max(maxFormerNames).optional(),
  title: text(200),
  description: z.string().min(4).max(1000),
  imagePrompt: z.string().min(4).max(1000),
  seed: text(80),
  firstAppearance: z.number().int().min(0).max(maxScenes),
  primary: picture.nullable(),
  images: z
    .array(
      z.strictObject({ file: picture, prompt: text(4000), model: text(80), createdAt: moment }),
    )
    .max(500),
  /** Of a character; absent, as the next list, if there are none. */
  outfits: z
    .array(z.strictObject(outfitForm.shape))
    .max(100)
    .refine((outfits) => isUnique(outfits.map(({ name }) => name)))
    .optional(),
  references: z.array(reference).max(500).optional(),
  /** Of a character; absent if there is none. */
  lora: loraText.optional(),
};
const entities = (key: z.ZodString) =>
  z.array(z.strictObject({ key, ...entityFields })).max(maxEntries.characters);

const takeFields = {
  source: z.enum(["generated", "edited", "uploaded", "remixed"]),
  original: picture.nullable(),
  prompt: text(4000),
  model: text(80),
  faces: facesInput,
  createdAt: moment,
};
const take = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("image"), file: picture, ...takeFields }),
  z.strictObject({ kind: z.literal("video"), file: video, ...takeFields }),
]);

const panel = z.strictObject({
  shot: z.enum(shotSizes).or(text(20)),
  imagePrompt: text(4000),
  altText: text(1000),
  contract: panelContract.nullable().default(null),
  characters: z.array(characterKey).max(50),
  /** Changes by character: an outfit's name, or null for the usual clothes. */
  outfits: z
    .record(characterKey, text(80).nullable())
    .refine(
      (changes) =>
        Object.values(changes).reduce((sum, outfit) => sum + lengthOf(outfit), 0) <=
        maxClothesLength,
      { params: { maximum: Math.floor(maxClothesLength / lengthOf(null)) } },
    )
    .optional(),
  location: locationKey.nullable(),
  lines: linesInput,
  textBubbles: bubblesInput,
  faces: facesInput,
  image: picture.nullable(),
  video: video.nullable(),
  videoPrompt: text(4000),
  takes: z.array(take).max(500),
});

const scene = z.strictObject({
  title: text(200),
  description: text(2000),
  prompt: text(1000),
  layout: sceneLayout.nullable(),
  characters: z.array(characterKey).max(200),
  locations: z.array(locationKey).max(200),
  panels: z.array(panel).max(maxPanels),
});

/**
 * The first list that breaks a rule across its entries, such as unique keys; null if none does.
 * Entries are validated one by one before.
 */
export function findInvalidList({ characters, locations, scenes }: StoryLists): ArchiveList | null {
  if (!isUnique(characters.map(({ key }) => key))) return "characters";
  if (!isUnique(locations.map(({ key }) => key))) return "locations";
  return bubblesOf(scenes) > maxBubblesPerStory ? "scenes" : null;
}
interface StoryLists {
  characters: { key: string }[];
  locations: { key: string }[];
  scenes: z.infer<typeof scene>[];
}

const bubblesOf = (scenes: z.infer<typeof scene>[]) =>
  scenes
    .flatMap(({ panels }) => panels)
    .reduce((sum, { textBubbles }) => sum + textBubbles.length, 0);

export const storyArchive = z.strictObject({
  format: z.literal(archiveFormat),
  version: z.literal(archiveVersion),
  /** Address of the original story, for people; no code reads it. */
  from: text(500),
  exportedAt: moment,
  story: z
    .strictObject({
      title: z.string().trim().refine(hasMinLength(1)).max(200),
      description: z.string().refine(hasMinLength(1)).max(1000),
      tags: tagsSchema,
      artStyle: text(2000),
      aspectRatio: z.enum(aspectRatios),
      panels: z.number().int().min(1).max(6),
      defaultPanels: z.number().int().min(1).max(6),
      imageGenerationModel: z.enum(imageModels),
      rating: z.enum(storyRatings),
      /** Absent in older archives. */
      noTraining: z.boolean().default(false),
      /** Absent in older archives: the import sets it, unless the story has bubbles by hand. */
      oneLetterSize: z.boolean().optional(),
      /** Absent in older archives, as the next two. */
      style: picture.nullable().optional(),
      continuesPanels: z.boolean().optional(),
      pictureCheck: z.enum(pictureChecks).optional(),
      isRemix: z.boolean(),
      originalStoryTitle: text(200).nullable(),
      /** Numbers of the scene, and of the panel within it, from 1. */
      cover: z
        .tuple([z.number().int().min(1).max(maxScenes), z.number().int().min(1).max(maxPanels)])
        .nullable(),
      characters: entities(characterKey),
      locations: entities(locationKey),
      scenes: z.array(scene).max(maxEntries.scenes),
    })
    .superRefine((story, context) => {
      const path = findInvalidList(story);
      if (path) context.addIssue({ code: "custom", path: [path], message: "Not as a whole" });
    }),
});
export type StoryArchive = z.infer<typeof storyArchive>;
export type ArchivedPanel = StoryArchive["story"]["scenes"][number]["panels"][number];
export type ArchivedEntity = StoryArchive["story"]["characters"][number];

/** Every file that a story names, without duplicates. */
export function filesOf({ story }: StoryArchive): Set<string> {
  const entities = [...story.characters, ...story.locations];
  const panels = story.scenes.flatMap(({ panels }) => panels);
  const named = [
    story.style ?? null,
    ...entities.flatMap(({ primary, images, references = [] }) => [
      primary,
      ...[...images, ...references].map(({ file }) => file),
    ]),
    ...panels.flatMap(({ image, video, takes }) => [
      image,
      video,
      ...takes.flatMap(({ file, original }) => [file, original]),
    ]),
  ];
  return new Set(named.filter((one) => one !== null));
}
