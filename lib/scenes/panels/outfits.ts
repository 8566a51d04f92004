/** Outfits of a story's characters from panel to panel: `panel.outfits` holds the changes alone. */

import { nameKey } from "@/lib/platform/text/name-key";
import { z } from "@/lib/platform/zod";
import type { PanelContract } from "./contract";

/** Outfit ids by character id; null for the usual clothes. Bad rows change nothing. */
export const outfitChanges = z.record(z.uuid(), z.uuid().nullable()).catch({});
export type OutfitChanges = z.infer<typeof outfitChanges>;

/** The outfits after some panels, in the order of the story. */
export const outfitsAfter = (changes: readonly unknown[]): OutfitChanges =>
  Object.assign({}, ...changes.map((change) => outfitChanges.parse(change)));

type People = PanelContract["people"];

interface Named {
  name: string;
  formerNames: readonly string[];
}
interface Outfit {
  id: string;
  name: string;
}

/** What a contract calls the clothes of a character's description. */
export const usualClothes = "usual clothes";

/** The character that a name means: the one that has it, else one that had it. */
export const characterNamed = <One extends Named>(name: string, cast: readonly One[]) =>
  cast.find((one) => nameKey(one.name) === nameKey(name)) ??
  cast.find(({ formerNames }) => formerNames.some((former) => nameKey(former) === nameKey(name)));

/** The outfit that words name, null for the usual clothes; undefined if they name neither. */
const outfitNamed = <One extends Outfit>(words: string, outfits: readonly One[]) =>
  nameKey(words) === usualClothes
    ? null
    : outfits.find(({ name }) => nameKey(name) === nameKey(words));

/**
 * The changes of clothes that a contract's words are, and its people without these words. Empty
 * words change nothing; others stay, and hold for their panel alone.
 */
export function changesTold(
  people: People,
  cast: readonly (Named & { id: string; outfits: readonly Outfit[] })[],
): { changes: OutfitChanges; people: People } {
  const changes: OutfitChanges = {};
  const rest = people.map((person) => {
    const wearer = characterNamed(person.name, cast);
    const outfit = wearer && outfitNamed(person.outfit, wearer.outfits);
    if (!wearer || outfit === undefined) return person;
    changes[wearer.id] = outfit?.id ?? null;
    return { ...person, outfit: "" };
  });
  return { changes, people: rest };
}

const ownWords = { id: "", description: "" };

/**
 * The clothes of a panel's characters, each null for the usual ones. What its contract says in words
 * of its own takes the place of the outfit in force; it has no id.
 * @param worn the outfits in force
 */
export function dressed<
  One extends Named & { id: string; outfits: readonly (Outfit & { description: string })[] },
>(cast: readonly One[], contract: Pick<PanelContract, "people"> | null, worn: OutfitChanges) {
  const told = new Map(
    contract?.people.map(({ name, outfit }) => [characterNamed(name, cast), outfit]),
  );
  return cast.map((one) => {
    const words = told.get(one);
    const inForce = one.outfits.find(({ id }) => id === worn[one.id]) ?? null;
    if (!words) return { ...one, outfit: inForce };
    const named = outfitNamed(words, one.outfits);
    return { ...one, outfit: named === undefined ? { ...ownWords, name: words } : named };
  });
}
