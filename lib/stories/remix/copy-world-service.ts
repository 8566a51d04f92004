/** Copies the cast of a story into another story. */
import "server-only";
import { randomUUID } from "node:crypto";
import type { Tx } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import type { Source } from "./original-queries";

/** New ids by old ids. */
export type Renamed = Map<string, string>;

type Parts<Row> = Row extends unknown ? Omit<Row, "images" | "references" | "outfits"> : never;

/** Characters and locations keep their seed, so they look the same, and their order. */
export async function copyWorld(
  tx: Tx,
  storyId: string,
  { characters, locations, scenes }: Source,
) {
  const names: Renamed = new Map();
  /** Also for an entity from a scene that is left out: it appears with the next scene. */
  const appearance = (before: number) =>
    before && scenes.filter(({ sceneNumber }) => sceneNumber < before).length + 1;
  const begun = Date.now();
  const newName = ({ id }: { id: string }) => {
    const name = randomUUID();
    names.set(id, name);
    return name;
  };
  const rename = <Row extends Parts<Source["characters" | "locations"][number]>>(
    { library: _, ...row }: Row,
    index: number,
  ) => ({
    ...row,
    id: newName(row),
    storyId,
    createdAt: new Date(begun + index),
    firstAppearance: appearance(row.firstAppearance),
    libraryBase: row.libraryBase ?? {},
  });
  await tx.character.createMany({
    data: characters.map(({ images: _, references: __, outfits: ___, ...row }, index) =>
      rename(row, index),
    ),
  });
  await tx.location.createMany({
    data: locations.map(({ images: _, references: __, ...row }, index) => rename(row, index)),
  });
  await tx.outfit.createMany({
    data: characters.flatMap(({ id, outfits }) =>
      outfits.map((one) => ({ ...one, id: newName(one), characterId: renamed(names, id) })),
    ),
  });
  await tx.referencePicture.createMany({
    data: [...characters, ...locations].flatMap(({ references }) =>
      references.map(({ characterId, locationId, outfitId, ...one }) => ({
        ...one,
        characterId: characterId && renamed(names, characterId),
        locationId: locationId && renamed(names, locationId),
        outfitId: outfitId && renamed(names, outfitId),
      })),
    ),
  });
  await tx.characterImage.createMany({
    data: characters.flatMap(({ id, images }) =>
      images.map((image) => ({ ...image, characterId: renamed(names, id) })),
    ),
  });
  await tx.locationImage.createMany({
    data: locations.flatMap(({ id, images }) =>
      images.map((image) => ({ ...image, locationId: renamed(names, id) })),
    ),
  });
  return names;
}

export function renamed(names: Renamed, id: string): string {
  const name = names.get(id);
  if (!name) throw new AppError("internal", "A remix lost one of its parts.");
  return name;
}

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** JSON with the new ids, also within its keys. */
export const renamedIn = <Value>(names: Renamed, value: Value): Value =>
  JSON.parse(JSON.stringify(value).replace(uuids, (id) => names.get(id) ?? id));

/** Changes of outfits that the copy has. */
export const renamedOutfits = (names: Renamed, outfits: unknown) =>
  Object.fromEntries(
    Object.entries(outfits as Record<string, string | null>).flatMap(([character, outfit]) => {
      const [who, what] = [names.get(character), outfit && names.get(outfit)];
      return who && what !== undefined ? [[who, what]] : [];
    }),
  );
