/** Outfits as scripts name them. */
import type { OutfitChanges } from "@/lib/scenes/panels/outfits";
import { nameKey } from "@/lib/world/name-key";

/** What a script calls the clothes of a character's description. */
export const usualClothes = "usual clothes";

interface Wearer {
  id: string;
  name: string;
  formerNames: string[];
  outfits: { id: string; name: string }[];
}

/**
 * The outfits of a script's people: what changes in the panel, and the people with the names of
 * what they wear. An empty name keeps what is worn; one that the character does not have changes
 * nothing and stays as it is written.
 * @param worn outfits in force
 */
export function dressPeople<Person extends { name: string; outfit: string }>(
  people: readonly Person[],
  cast: readonly Wearer[],
  worn: OutfitChanges,
): { changes: OutfitChanges; people: Person[] } {
  const changes: OutfitChanges = {};
  const dressed = people.map((one) => {
    const key = nameKey(one.name);
    const wearer =
      cast.find(({ name }) => nameKey(name) === key) ??
      cast.find(({ formerNames }) => formerNames.some((name) => nameKey(name) === key));
    if (!wearer) return one;
    const told = nameKey(one.outfit);
    const named = wearer.outfits.find(({ name }) => nameKey(name) === told);
    const now = worn[wearer.id] ?? null;
    const next = named?.id ?? (told === usualClothes ? null : now);
    if (next !== now) changes[wearer.id] = next;
    const isKept = told === "" || told === usualClothes || named;
    const outfit = wearer.outfits.find(({ id }) => id === next)?.name ?? "";
    return isKept ? { ...one, outfit } : one;
  });
  return { changes, people: dressed };
}
