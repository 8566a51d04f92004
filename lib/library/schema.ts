import { id, version } from "@/lib/platform/http/ids";
import { z } from "@/lib/platform/zod";
import { loraText } from "@/lib/world/lora";
import {
  type CreateEntityInput,
  createCharacterBody,
  createLocationBody,
  type EntityKind,
  entityDto,
  entityKinds,
  updateBodyOf,
} from "@/lib/world/schema";

/** Entries of one author. */
export const maxEntries = 500;
/** Portraits and reference pictures of an entry. */
export const maxEntryPictures = 60;
/** Entries that one request adds to a story. */
export const maxTakenAtOnce = 20;

export const outfitsOfEntry = z
  .array(z.object({ name: z.string().max(80), description: z.string().max(400) }))
  .max(600)
  .catch([]);

const kind = z.enum(entityKinds);

export const libraryEntryDto = entityDto
  .omit({ storyId: true, firstAppearance: true, sceneCount: true, createdAt: true })
  .extend({
    kind,
    outfits: z.array(z.object({ name: z.string(), description: z.string() })),
    /** Remixes by others keep the link, the outfits and the reference pictures of its copies. */
    allowRemix: z.boolean(),
    /** Number of the owner's stories with a copy of it. */
    storyCount: z.number().int(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "LibraryEntry" });
export type LibraryEntry = z.infer<typeof libraryEntryDto>;

export const libraryQuery = z.strictObject({
  kind: kind.optional(),
  q: z.string().trim().max(100).optional(),
  page: z.coerce.number().int().min(1).max(100).default(1),
});
export type LibraryQuery = Partial<z.infer<typeof libraryQuery>>;

export const libraryPage = z.object({
  entries: z.array(libraryEntryDto),
  page: z.number().int(),
  pages: z.number().int(),
  /** Every entry of the library by name, whatever the search. */
  names: z.array(z.object({ _id: id, kind, name: z.string() })),
});
export type LibraryPage = z.infer<typeof libraryPage>;

export const entryParams = z.object({ entryId: id });
/** A new character or location that is in no story yet, or one of a story. */
export const createEntryBody = z.union([
  z.discriminatedUnion("kind", [
    createCharacterBody.omit({ storyId: true }).extend({ kind: z.literal("character") }),
    createLocationBody.omit({ storyId: true }).extend({ kind: z.literal("location") }),
  ]),
  z.strictObject({ kind, entityId: id }),
]);
export type CreateEntryInput = { kind: EntityKind } & (
  | { entityId: string }
  | Omit<CreateEntityInput, "storyId">
);

export const updateEntryBody = updateBodyOf("Entry")
  .omit({ storyId: true })
  .extend({ lora: loraText.optional(), allowRemix: z.boolean().optional() });
export type UpdateEntryInput = z.infer<typeof updateEntryBody>;

export const takeIntoStoryBody = z.strictObject({
  entryIds: z
    .array(id)
    .min(1, "Choose at least one entry of your cast")
    .max(maxTakenAtOnce, `Choose at most ${maxTakenAtOnce} entries at once`),
});
export const takenDto = z.object({
  characters: z.array(entityDto),
  locations: z.array(entityDto),
  /** Entries that could not be added, with the reason. */
  skipped: z.array(z.object({ name: z.string(), reason: z.string() })),
});
export type Taken = z.infer<typeof takenDto>;

const castLinkDto = z
  .object({
    kind,
    entityId: id,
    entryId: id,
    /** Whether the entry belongs to the story's author, so that it can be changed from here. */
    isOwn: z.boolean(),
    /** Whether the entry has changes that the author has neither taken over nor ignored. */
    hasNews: z.boolean(),
    changes: z.array(
      z.object({
        /** A column, `outfit:<name>` or `picture:…`. */
        field: z.string(),
        library: z.string().nullable(),
        story: z.string().nullable(),
        changedIn: z.enum(["library", "story", "both"]),
      }),
    ),
    entryVersion: z.number().int(),
    version: z.number().int(),
  })
  .meta({ id: "CastLink" });
export const castLinksDto = z.array(castLinkDto);
export type CastLink = z.infer<typeof castLinkDto>;

const fields = z.array(z.string().max(400)).max(200).default([]);
export const syncBody = z.strictObject({
  kind,
  entityId: id,
  /** Fields that the copy takes from the entry, and others that it gives to it. */
  take: fields,
  give: fields,
  /** As they were shown. */
  entryVersion: version,
  version,
});
export type SyncInput = z.infer<typeof syncBody>;
