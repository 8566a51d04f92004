import "server-only";
import type { Tx } from "@/lib/platform/db";
import { fieldError } from "@/lib/platform/errors";
import { maxOutfitChanges, type UpdatePanelInput } from "../schema";
import type { PanelContract } from "./contract";
import { outfitsIn, type PanelPlace } from "./outfit-queries";
import { changesTold, characterNamed, type OutfitChanges } from "./outfits";

/**
 * A panel's changes of outfits and its contract, after the contract was written or the author chose
 * outfits. The contract keeps only words that name no outfit; named outfits become changes. An
 * outfit that a character wears already is not a change.
 * @throws AppError `validation_failed` for characters of other stories, outfits of other characters
 * and too many changes
 */
export async function dressPanel(
  tx: Tx,
  place: PanelPlace,
  { outfits, contract }: { outfits: OutfitChanges; contract: PanelContract | null },
  choices: NonNullable<UpdatePanelInput["outfits"]> = [],
): Promise<{ outfits: OutfitChanges; contract: PanelContract | null }> {
  const { storyId, panelNumber } = place;
  // Locked, so that no concurrent request deletes an outfit.
  await tx.$executeRaw`
    SELECT 1 FROM outfit o JOIN "character" c ON c.id = o.character_id
    WHERE c.story_id = ${storyId}::uuid FOR KEY SHARE OF o`;
  const cast = await tx.character.findMany({
    where: { storyId },
    select: {
      id: true,
      name: true,
      formerNames: true,
      outfits: { select: { id: true, name: true } },
    },
  });
  const chosen: OutfitChanges = {};
  for (const { characterId, outfitId } of choices) {
    const character = cast.find(({ id }) => id === characterId);
    const isOwn = outfitId === null || character?.outfits.some(({ id }) => id === outfitId);
    if (!character || !isOwn)
      throw fieldError("outfits", "Please choose an outfit that this character has.");
    chosen[characterId] = outfitId;
  }
  const told = changesTold(contract?.people ?? [], cast);
  const changed: OutfitChanges = { ...told.changes, ...chosen };
  const before = await outfitsIn(tx, { ...place, panelNumber: panelNumber - 1 });
  const kept = Object.entries({ ...outfits, ...changed }).filter(
    ([id, outfitId]) => !(id in changed) || (before[id] ?? null) !== outfitId,
  );
  if (kept.length > maxOutfitChanges)
    throw fieldError(
      "outfits",
      `At most ${maxOutfitChanges} characters change clothes in a panel.`,
    );
  const people = told.people.map((person) =>
    (characterNamed(person.name, cast)?.id ?? "") in chosen ? { ...person, outfit: "" } : person,
  );
  return { outfits: Object.fromEntries(kept), contract: contract && { ...contract, people } };
}
