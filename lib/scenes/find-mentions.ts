import { minOf } from "@/lib/platform/min-max";

const ignoredNameParts = /^(?:the|an?|old|young|little|big)$/i;

/**
 * Whom of a story a text names, in its order: by the whole name, a part that nobody else has, or a
 * whole name of before that nobody has now.
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
    // "Brass" of a sentence is no "Brass" of a name: parts count as they are written.
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
