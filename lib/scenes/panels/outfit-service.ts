import "server-only";
import type { Tx } from "@/lib/platform/db";
import { fieldError } from "@/lib/platform/errors";
import { maxOutfitChanges, type UpdatePanelInput } from "../schema";
import { findWornOutfits } from "./outfit-queries";

type Outfits = Record<string, string | null>;

/**
 * The changes of clothes that a panel holds after its author's choice. Clothes that the character
 * wears there anyway are no change.
 * @throws AppError `validation_failed` for characters of other stories, outfits of other characters
 * and too many changes
 */
export async function changeOutfits(
  tx: Tx,
  panel: { id: string; storyId: string; outfits: unknown },
  choices: NonNullable<UpdatePanelInput["outfits"]>,
): Promise<Outfits> {
  const { id, storyId } = panel;
  const chosen: Outfits = Object.fromEntries(
    choices.map(({ characterId, outfitId }) => [characterId, outfitId]),
  );
  const characters = await tx.character.findMany({
    where: { storyId, id: { in: Object.keys(chosen) } },
    select: { id: true, outfits: { select: { id: true } } },
  });
  for (const [characterId, outfitId] of Object.entries(chosen)) {
    const character = characters.find((one) => one.id === characterId);
    const isOwn = outfitId === null || character?.outfits.some((one) => one.id === outfitId);
    if (!character || !isOwn)
      throw fieldError("outfits", "Please choose an outfit that this character has.");
  }
  // Without the panel's own changes, the earlier ones count.
  const others = Object.entries(panel.outfits as Outfits).filter(([key]) => !(key in chosen));
  await tx.panel.update({ where: { id }, data: { outfits: Object.fromEntries(others) } });
  const before = await findWornOutfits(id, tx);
  const worn = (characterId: string) =>
    before.find((one) => one.characterId === characterId)?.outfitId ?? null;
  const changed = Object.entries(chosen).filter(([key, outfitId]) => worn(key) !== outfitId);
  if (others.length + changed.length > maxOutfitChanges)
    throw fieldError(
      "outfits",
      `At most ${maxOutfitChanges} characters change clothes in a panel.`,
    );
  return Object.fromEntries([...others, ...changed]);
}
