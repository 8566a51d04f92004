/** Reads entries and their copies as sheets. */
import "server-only";
import { maybeMediaUrl, mediaUrlOf } from "@/lib/media/urls";
import type { db, Prisma, Tx } from "@/lib/platform/db";
import type { EntityKind } from "@/lib/world/schema";
import type { FieldValues, Sheet } from "./changes";
import { maxEntryPictures, outfitsOfEntry } from "./schema";

type Client = Tx | typeof db;
const object = { select: { sha256: true, extension: true } } as const;
const picture = { mediaId: true, prompt: true, model: true, media: object } as const;
const byAge = [{ createdAt: "asc" as const }, { id: "asc" as const }];
const words = {
  id: true,
  name: true,
  title: true,
  description: true,
  imagePrompt: true,
  seed: true,
  primaryMediaId: true,
  version: true,
  primary: object,
} as const;

const entry = {
  ...words,
  ownerId: true,
  kind: true,
  allowRemix: true,
  updatedAt: true,
  loraName: true,
  loraWeight: true,
  outfits: true,
  pictures: { orderBy: byAge, select: { ...picture, role: true, label: true, outfit: true } },
} as const satisfies Prisma.LibraryEntrySelect;

const copy = {
  ...words,
  storyId: true,
  libraryId: true,
  libraryVersion: true,
  libraryBase: true,
  images: { orderBy: byAge, take: -12, select: picture },
} as const;
const reference = { ...picture, role: true, label: true } as const;
const references = { orderBy: byAge, take: maxEntryPictures - 12 } as const;
const character = {
  ...copy,
  formerNames: true,
  loraName: true,
  loraWeight: true,
  outfits: { orderBy: byAge, select: { name: true, description: true } },
  references: { ...references, select: { ...reference, outfit: { select: { name: true } } } },
} as const satisfies Prisma.CharacterSelect;
const location = {
  ...copy,
  formerNames: true,
  references: { ...references, select: reference },
} as const satisfies Prisma.LocationSelect;

type EntryRow = Prisma.LibraryEntryGetPayload<{ select: typeof entry }>;
export interface EntrySheet extends Sheet, Pick<EntryRow, "id" | "ownerId" | "kind"> {
  allowRemix: boolean;
  version: number;
  updatedAt: Date;
}
export interface CopySheet extends Sheet {
  id: string;
  storyId: string;
  formerNames: string[];
  libraryId: string | null;
  libraryVersion: number;
  base: FieldValues;
  version: number;
}

const withUrl = <Picture extends { media: { sha256: string; extension: string } }>({
  media,
  ...rest
}: Picture) => ({ ...rest, url: mediaUrlOf(media) });

export async function entrySheets(
  client: Client,
  where: Prisma.LibraryEntryWhereInput,
  page: { skip?: number; take?: number } = {},
): Promise<EntrySheet[]> {
  const orderBy = [{ updatedAt: "desc" as const }, { id: "desc" as const }];
  const rows = await client.libraryEntry.findMany({ where, orderBy, ...page, select: entry });
  return rows.map(({ primary, outfits, pictures, ...row }) => ({
    ...row,
    portrait: maybeMediaUrl(primary),
    outfits: outfitsOfEntry.parse(outfits),
    pictures: pictures.map(withUrl),
  }));
}

export async function copySheets(
  client: Client,
  kind: EntityKind,
  where: { id?: string; storyId?: string; libraryId?: object },
): Promise<CopySheet[]> {
  const rows =
    kind === "character"
      ? await client.character.findMany({ where, select: character })
      : (await client.location.findMany({ where, select: location })).map((row) => ({
          ...row,
          loraName: "",
          loraWeight: 1,
          outfits: [],
          references: row.references.map((one) => ({ ...one, outfit: null })),
        }));
  const bare = { role: null, label: "", outfit: "" };
  return rows.map(({ primary, images, references, libraryBase, ...row }) => ({
    ...row,
    base: libraryBase as FieldValues,
    portrait: maybeMediaUrl(primary),
    pictures: [
      ...images.map((one) => ({ ...bare, ...withUrl(one) })),
      ...references.map((one) => ({ ...withUrl(one), outfit: one.outfit?.name ?? "" })),
    ],
  }));
}
