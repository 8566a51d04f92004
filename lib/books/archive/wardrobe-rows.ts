/** Rows of the outfits and reference pictures of an archive. */
import { randomUUID } from "node:crypto";
import type { ArchivedMedia } from "@/lib/media/archive-media-service";
import type { ArchivedEntity, ArchivedPanel } from "./archive";

/** Ids of outfits by the key of their character and their name. */
type OutfitIds = Map<string, string>;
const outfitKey = (character: string, name: string) => `${character} ${name}`;

export function outfitRows(characters: readonly ArchivedEntity[], names: Map<string, string>) {
  const ids: OutfitIds = new Map();
  const rows = characters.flatMap(({ key, outfits = [] }) =>
    outfits.map((outfit) => {
      const id = randomUUID();
      ids.set(outfitKey(key, outfit.name), id);
      return { ...outfit, id, characterId: names.get(key) ?? "" };
    }),
  );
  return { ids, rows };
}

/** The database refuses a picture whose role does not fit its subject: it is left out. */
export function referenceRows(
  entities: readonly ArchivedEntity[],
  names: Map<string, string>,
  media: ReadonlyMap<string, ArchivedMedia>,
  outfits?: OutfitIds,
) {
  return entities.flatMap(({ key, references = [] }) =>
    references.flatMap(({ role, label, outfit, file, prompt, createdAt }) => {
      const made = media.get(file);
      const outfitId = (outfit !== null && outfits?.get(outfitKey(key, outfit))) || null;
      const isFitting = outfits
        ? role !== "place" && (role === "outfit") === (outfitId !== null)
        : role === "place";
      const owner = { [outfits ? "characterId" : "locationId"]: names.get(key) };
      if (!made || !isFitting) return [];
      return [
        {
          ...owner,
          mediaId: made.id,
          model: made.madeBy,
          role,
          label,
          outfitId,
          prompt,
          createdAt: new Date(createdAt),
        },
      ];
    }),
  );
}

export const outfitsById = (
  changes: ArchivedPanel["outfits"],
  names: Map<string, string>,
  ids: OutfitIds,
): Record<string, string | null> =>
  Object.fromEntries(
    Object.entries(changes ?? {}).flatMap(([key, name]) => {
      const [character, outfit] = [names.get(key), name && ids.get(outfitKey(key, name))];
      return character && outfit !== undefined ? [[character, outfit]] : [];
    }),
  );
