/** Copies the cast of a story into another story. */
import "server-only";
import { randomUUID } from "node:crypto";
import type { Tx } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import type { Source } from "./original-queries";

/** Ids of the copies by the ids of their originals. */
export type CopyIds = Map<string, string>;

type Parts<Row> = Row extends unknown ? Omit<Row, "images" | "references" | "outfits"> : never;

/** Characters and locations keep their seed, so they look the same, and their order. */
export async function copyWorld(
  tx: Tx,
  storyId: string,
  { characters, locations, scenes }: Source,
) {
  const ids: CopyIds = new Map();
  /** An entity whose first scene is left out appears with the next scene. */
  const appearance = (before: number) =>
    before && scenes.filter(({ sceneNumber }) => sceneNumber < before).length + 1;
  const begun = Date.now();
  const newId = (original: { id: string }) => {
    const id = randomUUID();
    ids.set(original.id, id);
    return id;
  };
  const copyRow = <Row extends Parts<Source["characters" | "locations"][number]>>(
    { library: _, ...row }: Row,
    index: number,
  ) => ({
    ...row,
    id: newId(row),
    storyId,
    createdAt: new Date(begun + index),
    firstAppearance: appearance(row.firstAppearance),
    libraryBase: row.libraryBase ?? {},
  });
  await tx.character.createMany({
    data: characters.map(({ images: _, references: __, outfits: ___, ...row }, index) =>
      copyRow(row, index),
    ),
  });
  await tx.location.createMany({
    data: locations.map(({ images: _, references: __, ...row }, index) => copyRow(row, index)),
  });
  await tx.outfit.createMany({
    data: characters.flatMap(({ id, outfits }) =>
      outfits.map((one) => ({ ...one, id: newId(one), characterId: copyIdOf(ids, id) })),
    ),
  });
  await tx.referencePicture.createMany({
    data: [...characters, ...locations].flatMap(({ references }) =>
      references.map(({ characterId, locationId, outfitId, ...one }) => ({
        ...one,
        characterId: characterId && copyIdOf(ids, characterId),
        locationId: locationId && copyIdOf(ids, locationId),
        outfitId: outfitId && copyIdOf(ids, outfitId),
      })),
    ),
  });
  await tx.characterImage.createMany({
    data: characters.flatMap(({ id, images }) =>
      images.map((image) => ({ ...image, characterId: copyIdOf(ids, id) })),
    ),
  });
  await tx.locationImage.createMany({
    data: locations.flatMap(({ id, images }) =>
      images.map((image) => ({ ...image, locationId: copyIdOf(ids, id) })),
    ),
  });
  return ids;
}

export function copyIdOf(ids: CopyIds, id: string): string {
  const copyId = ids.get(id);
  if (!copyId) throw new AppError("internal", "A remix lost one of its parts.");
  return copyId;
}

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** JSON with the ids of the copies, also within its keys. */
export const withCopyIds = <Value>(ids: CopyIds, value: Value): Value =>
  JSON.parse(JSON.stringify(value).replace(uuids, (id) => ids.get(id) ?? id));
