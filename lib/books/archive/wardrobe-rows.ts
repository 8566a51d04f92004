/** Rows of the outfits and reference pictures of an archive. */
import "server-only";
import { randomUUID } from "node:crypto";
import type { ArchivedMedia } from "@/lib/media/archive-media-service";
import { numberRepeated } from "@/lib/platform/text/name-key";
import { mapOutfitChanges, type OutfitChanges } from "@/lib/scenes/panels/outfits";
import type { ArchivedEntity, ArchivedPanel } from "./archive";

/** Ids of outfits by the key of their character and their name. */
type OutfitIds = Map<string, string>;
const outfitKey = (character: string, name: string) => `${character} ${name.trim()}`;

export function outfitRows(characters: readonly ArchivedEntity[], entityIds: Map<string, string>) {
  const ids: OutfitIds = new Map();
  const begun = Date.now();
  const rows = characters.flatMap(({ key, outfits = [] }) =>
    numberRepeated(outfits, 80).map((outfit, at) => {
      const id = randomUUID();
      ids.set(outfitKey(key, outfits[at]?.name ?? ""), id);
      const characterId = entityIds.get(key) ?? "";
      // Lists are sorted by age.
      return { ...outfit, id, characterId, createdAt: new Date(begun + at) };
    }),
  );
  return { ids, rows };
}

/** Leaves out pictures whose role does not fit their subject, which the database refuses. */
export function referenceRows(
  entities: readonly ArchivedEntity[],
  entityIds: Map<string, string>,
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
      const owner = { [outfits ? "characterId" : "locationId"]: entityIds.get(key) };
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
  entityIds: Map<string, string>,
  outfitIds: OutfitIds,
): OutfitChanges =>
  mapOutfitChanges(changes ?? {}, entityIds, (name, key) => outfitIds.get(outfitKey(key, name)));
