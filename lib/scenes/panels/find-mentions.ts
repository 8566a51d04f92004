import { minOf } from "@/lib/platform/min-max";

const ignoredNameParts = /^(?:the|an?|old|young|little|big)$/i;

/**
 * Finds the entities that a text mentions, in the order of their first mention. A text mentions an
 * entity by its full name, by a word that no other entity's name has, or by a former name that no
 * entity has now.
 */
export function findMentions<One extends { name: string; formerNames?: string[] }>(
  text: string,
  all: readonly One[],
): One[] {
  const at = (words: string, flags: string) => {
    const escaped = words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    return text.search(new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, flags));
  };
  const parts = ({ name }: One) => name.split(/\s+/).filter((word) => !ignoredNameParts.test(word));
  const taken = new Set(all.map(({ name }) => name.toLowerCase()));
  const found = all.map((one) => {
    const former = (one.formerNames ?? []).filter((name) => !taken.has(name.toLowerCase()));
    const others = new Set(all.filter((other) => other !== one).flatMap(parts));
    // "brass" in a sentence does not mean a character named "Brass": parts compare
    // case-sensitively.
    const own = parts(one).filter((word) => /^\p{Lu}..+/u.test(word) && !others.has(word));
    const places = [
      ...[one.name, ...former].map((name) => at(name.replace(/^the\s+/i, ""), "iu")),
      ...own.map((word) => at(word, "u")),
    ];
    return { one, index: minOf(places.filter((place) => place >= 0)) };
  });
  const named = found.filter(({ index }) => Number.isFinite(index));
  return named.sort((a, b) => a.index - b.index).map(({ one }) => one);
}
