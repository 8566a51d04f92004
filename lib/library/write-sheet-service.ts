/** Writes fields of a sheet into an entry or a copy, whose other fields stay. */
import "server-only";
import type { Tx } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { entityRows } from "@/lib/world/entity-rows-queries";
import type { EntityKind } from "@/lib/world/schema";
import { outfitKey, pictureKey, type Sheet, type SheetPicture } from "./changes";
import { maxEntryPictures } from "./schema";

/** Which fields to write, by their keys. */
export type Chosen = (field: string) => boolean;
type Target = Pick<Sheet, "outfits" | "pictures"> & { id: string };

const textFields = ["name", "title", "description", "imagePrompt"] as const;
type Columns = Partial<
  Pick<Sheet, (typeof textFields)[number] | "loraName" | "loraWeight" | "primaryMediaId">
>;

export const columnsOf = (sheet: Sheet, isChosen: Chosen): Columns => ({
  ...Object.fromEntries(textFields.filter(isChosen).map((field) => [field, sheet[field]])),
  ...(isChosen("lora") && { loraName: sheet.loraName, loraWeight: sheet.loraWeight }),
  ...(isChosen("portrait") && sheet.portrait && { primaryMediaId: sheet.primaryMediaId }),
});

/**
 * Pictures of the chosen fields that the target lacks; of the portraits only the one that is shown,
 * unless `portraits` is chosen.
 */
function newPictures(sheet: Sheet, { pictures }: Target, isChosen: Chosen): SheetPicture[] {
  const { portrait: url, primaryMediaId: mediaId } = sheet;
  const bare = { role: null, outfit: "", label: "", prompt: "", model: "" };
  const all = [...sheet.pictures, ...(url && mediaId ? [{ ...bare, mediaId, url }] : [])];
  const known = new Set(pictures.map(pictureKey));
  return all.filter((one) => {
    const key = pictureKey(one);
    const isPortrait = isChosen("portraits") || (isChosen("portrait") && one.url === url);
    const isNew = !known.has(key) && (one.role ? isChosen(key) : isPortrait);
    known.add(key);
    return isNew;
  });
}

/** @throws AppError `conflict` */
export function requirePictureRoom(pictures: number): void {
  if (pictures <= maxEntryPictures) return;
  throw new AppError(
    "conflict",
    `An entry of your cast holds at most ${maxEntryPictures} pictures. Please choose fewer of them.`,
  );
}

/** @throws AppError `conflict` where the entry would hold too many pictures or words */
export async function writeEntry(
  tx: Tx,
  entry: Target,
  sheet: Sheet,
  isChosen: Chosen,
): Promise<void> {
  const pictures = newPictures(sheet, entry, isChosen);
  requirePictureRoom(entry.pictures.length + pictures.length);
  const chosen = sheet.outfits.filter(({ name }) => isChosen(outfitKey(name)));
  const replaced = new Map([...entry.outfits, ...chosen].map((one) => [one.name, one]));
  const outfits = [...replaced.values()].map(({ name, description }) => ({ name, description }));
  if (JSON.stringify(outfits).length > 15_000) {
    throw new AppError("conflict", "An entry of your cast cannot hold so many outfits.");
  }
  await tx.libraryEntry.update({
    where: { id: entry.id },
    data: { ...columnsOf(sheet, isChosen), outfits, version: { increment: 1 } },
  });
  await tx.libraryPicture.createMany({
    data: pictures.map(({ url: _, ...picture }) => ({ ...picture, entryId: entry.id })),
  });
}

/** Writes outfits and pictures into a copy; its columns are the caller's. */
export async function writeCopyParts(
  tx: Tx,
  kind: EntityKind,
  copy: Target,
  sheet: Sheet,
  isChosen: Chosen,
): Promise<void> {
  const pictures = newPictures(sheet, copy, isChosen);
  const portraits = pictures
    .filter(({ role }) => !role)
    .map(({ mediaId, prompt, model }) => ({ mediaId, prompt, model }));
  const references = pictures.flatMap(({ role, url: _, ...rest }) =>
    role ? [{ role, ...rest }] : [],
  );
  if (kind === "location") {
    const owner = { locationId: copy.id };
    await tx.locationImage.createMany({ data: portraits.map((one) => ({ ...one, ...owner })) });
    const places = references.filter(({ role }) => role === "place");
    await tx.referencePicture.createMany({
      data: places.map(({ outfit: _, ...one }) => ({ ...one, ...owner })),
    });
    return;
  }
  const owner = { characterId: copy.id };
  await tx.characterImage.createMany({ data: portraits.map((one) => ({ ...one, ...owner })) });
  const worn = new Set(references.map(({ outfit }) => outfit));
  for (const { name, description } of sheet.outfits) {
    const isMissing = !copy.outfits.some((one) => one.name === name);
    if (!isChosen(outfitKey(name)) && !(isMissing && worn.has(name))) continue;
    await tx.outfit.upsert({
      where: { characterId_name: { ...owner, name } },
      create: { ...owner, name, description },
      update: { description, version: { increment: 1 } },
    });
  }
  const outfits = await tx.outfit.findMany({ where: owner });
  const idOf = new Map(outfits.map(({ id, name }) => [name, id]));
  await tx.referencePicture.createMany({
    data: references.flatMap(({ outfit, ...one }) => {
      const outfitId = one.role === "outfit" ? idOf.get(outfit) : null;
      return outfitId === undefined || one.role === "place" ? [] : [{ ...one, ...owner, outfitId }];
    }),
  });
}

/** Changes a copy that still has the version that its author saw. @throws AppError `stale_version` */
export async function updateCopy(
  tx: Tx,
  kind: EntityKind,
  { id, version }: { id: string; version: number },
  data: object,
): Promise<void> {
  const { count } = await entityRows(tx, kind).updateMany({ where: { id, version }, data });
  if (count === 0) throw staleSheetError(kind);
}

export const staleSheetError = (kind: EntityKind, data?: unknown) =>
  new AppError(
    "stale_version",
    `This ${kind} was changed elsewhere in the meantime. Please look at it again before you go on.`,
    { data },
  );
