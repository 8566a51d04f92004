import { genderOfName } from "./figures";
import { isPlaceWord } from "./places";
import { roleOf } from "./roles";
import type { NounPhrase } from "./words";

/** A phrase whose head is somebody's or some place's name. */
export function isName(phrase: NounPhrase): boolean {
  const { head } = phrase;
  if (!/^\p{Lu}/u.test(head.text)) return false;
  if (
    ["Date", "Month", "WeekDay", "Holiday", "Demonym", "Acronym"].some((tag) => head.tags.has(tag))
  )
    return false;
  if (phrase.plural && !head.tags.has("Person")) return false;
  return !head.first || head.tags.has("ProperNoun") || head.tags.has("Person");
}

const placePreposition =
  /^(?:in|at|to|into|near|across|around|through|from|towards?|of|over|above|outside)$/u;

/** A name of a place: tagged so, ending in a word for a place, or behind 'in' and the like. */
export function isPlaceName(phrase: NounPhrase): boolean {
  const { head } = phrase;
  if (head.tags.has("Person")) return false;
  if (head.tags.has("Place") || isPlaceWord(head.lower)) return true;
  return (
    placePreposition.test(phrase.preposition ?? "") &&
    genderOfName(head.text) === "neutral" &&
    roleOf(head.lower) === null &&
    !/^(?:from|to)$/u.test(phrase.preposition ?? "")
  );
}

const common =
  /^(?:the|old|little|young|captain|detective|doctor|king|queen|prince|princess|miss|lady|lord|sir|of|and|von|van|de|la)$/iu;

/** A pattern for a word or name that stands by itself, whatever signs it holds. */
export function wholeWord(word: string, flags = "iu"): RegExp {
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/gu, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, flags);
}

/** Whether a text speaks of somebody by their name or given name. */
export function mentions(text: string, name: string): boolean {
  const plain = name.replace(/^the\s+/iu, "");
  if (wholeWord(plain).test(text)) return true;
  return plain
    .split(/\s+/u)
    .some(
      (word) =>
        word.length >= 3 &&
        /^\p{Lu}/u.test(word) &&
        !common.test(word) &&
        !/^the\s/iu.test(name) &&
        wholeWord(word, "u").test(text),
    );
}
