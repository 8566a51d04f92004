/** Outfits of a story's characters from panel to panel: `panel.outfits` holds only the changes. */

import { nameKey } from "@/lib/platform/text/name-key";
import { z } from "@/lib/platform/zod";
import type { PanelContract } from "./contract";

/** Outfit ids by character id; null for the usual clothes. An invalid value is no change. */
export const outfitChanges = z.record(z.uuid(), z.uuid().nullable()).catch({});
export type OutfitChanges = z.infer<typeof outfitChanges>;

/** The outfits after the changes of some panels, which are in the order of the story. */
export const outfitsAfter = (changes: readonly unknown[]): OutfitChanges =>
  Object.assign({}, ...changes.map((change) => outfitChanges.parse(change)));

/** The changes after which the outfits of another place are worn. */
export const changesTo = (worn: OutfitChanges, before: OutfitChanges): OutfitChanges =>
  Object.fromEntries(
    Object.keys({ ...before, ...worn }).flatMap((id) =>
      (worn[id] ?? null) === (before[id] ?? null) ? [] : [[id, worn[id] ?? null]],
    ),
  );

/**
 * The same changes in other terms, such as the ids of a copy; changes of what has no other term are
 * left out.
 */
export function mapOutfitChanges(
  changes: Record<string, string | null>,
  characters: ReadonlyMap<string, string>,
  outfitOf: (outfit: string, character: string) => string | undefined,
): Record<string, string | null> {
  const mapped = Object.entries(changes).flatMap(([character, outfit]) => {
    const wearer = characters.get(character);
    const worn = outfit === null ? null : outfitOf(outfit, character);
    return wearer && worn !== undefined ? [[wearer, worn] as const] : [];
  });
  return Object.fromEntries(mapped);
}

type People = PanelContract["people"];

interface Named {
  name: string;
  formerNames: readonly string[];
}
interface Outfit {
  id: string;
  name: string;
}

/** The name in contracts of the clothes in a character's description. */
export const usualClothes = "usual clothes";

/** The character with a name, else the one with this former name. */
export const characterNamed = <One extends Named>(name: string, cast: readonly One[]) =>
  cast.find((one) => nameKey(one.name) === nameKey(name)) ??
  cast.find(({ formerNames }) => formerNames.some((former) => nameKey(former) === nameKey(name)));

/** The outfit that words name, null for the usual clothes; undefined if they name neither. */
const outfitNamed = <One extends Outfit>(words: string, outfits: readonly One[]) =>
  nameKey(words) === usualClothes
    ? null
    : outfits.find(({ name }) => nameKey(name) === nameKey(words));

/**
 * The changes of outfits in a contract's words, and its people without these words. Words that name
 * no outfit stay, and hold for the panel alone.
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

const unnamedOutfit = { id: "", description: "" };

/**
 * A panel's characters with their outfits, null for the usual clothes. Words of the contract that
 * name no outfit replace the outfit in force, as one without an id.
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
    return { ...one, outfit: named === undefined ? { ...unnamedOutfit, name: words } : named };
  });
}
