import type { Random } from "../painting/random";
import glossary from "./data/glossary.json";
import { capitalise, withArticle } from "./english";
import { timeIn, weatherIn } from "./moods";
import { roleOf, shortName } from "./people";
import { isPlaceWord } from "./places";
import type { StoryFacts } from "./request";

const wrappers = [
  /^(?:please\s+)?(?:(?:can|could) you\s+)?(?:draw|write|make|create|show|generate|illustrate|tell|give|paint|depict|design)\s+(?:me\s+|us\s+)?(?:(?:a|an|the|one|short|new|next|funny|nice|cute|little|first|comic)\s+)*(?:scene|story|comic|panel|page|strip|tale|picture|image|chapter)s?(?:\s+(?:strip|page|book))?\s*(?:(?:about|where|in which|of|with|showing|that shows|when|:|-)\s+)?/iu,
  /^(?:please\s+)?(?:draw|show|illustrate|depict|paint)\s+(?:me\s+|us\s+)?/iu,
  /^(?:(?:a|an|the|in this|in the next|short|next|new|first|opening)\s+)*(?:scene|story|comic|panel|chapter|tale)\s*(?:\d+\s*)?(?:about|where|in which|of|with|showing|that shows|when|:|,|-)\s+/iu,
  /^(?:close-up:|once upon a time,?(?: there (?:was|lived))?|it'?s about|this is about)\s+/iu,
];

/** Takes off what speaks to the machine and not of the story: 'Draw a scene where'. */
export const withoutLeadIn = (text: string): string =>
  wrappers.reduce((rest, pattern) => {
    const shorter = rest.replace(pattern, "").trim();
    return shorter.length >= 3 ? shorter : rest;
  }, text.replace(/^[\s>*#•\-–—\d.)]+(?=\p{L})/u, "").trim());

/** English words for what emoji and common words of other languages show, in order. */
export function conceptsIn(text: string): string[] {
  const lower = text.toLowerCase();
  const found = glossary.emoji.split(", ").map((entry) => {
    const [signs = "", word = ""] = entry.split(" ");
    return { word, at: text.search(new RegExp(`[${signs}]`, "u")) };
  });
  for (const [word, names] of Object.entries(glossary.foreign)) {
    for (const name of names.split(" ")) {
      // Latin words count whole, or as the stem of an inflected or compound one.
      const end = name.length > 4 ? "\\p{L}*" : "(?:e?[ns]|es)?";
      const isLatin = /^\p{Script=Latin}+$/u.test(name);
      const pattern = isLatin ? `(?<!\\p{L})${name}${end}(?!\\p{L})` : name;
      found.push({ word, at: lower.search(new RegExp(pattern, "u")) });
    }
  }
  const seen = found.filter(({ at }) => at >= 0).sort((a, b) => a.at - b.at);
  return [...new Set(seen.map(({ word }) => word))];
}

/** "🐉🔥🏰" as a sentence: somebody, somewhere, with something. */
export function sentenceOfConcepts(concepts: string[], named: string[] = [], at = ""): string {
  const sky = concepts.find((word) => timeIn(word) ?? weatherIn(word));
  const roles = concepts.filter(roleOf).map(withArticle);
  const [who = "a traveller", other] = [...named, ...(named.length > 0 ? [] : roles)];
  const where = concepts.find((word) => isPlaceWord(word) && !roleOf(word));
  const what = concepts.find((word) => !roleOf(word) && word !== where && word !== sky);
  const there = at || (where && `the ${where}`);
  const parts = [capitalise(`${who} ${there ? `comes to ${there}` : "sets out"}`)];
  if (other) parts.push(`and meets ${other}`);
  if (what) parts.push(`and finds ${withArticle(what)}`);
  if (sky) parts.push(timeIn(sky) ? `at ${sky}` : `in the ${sky}`);
  return `${parts.join(" ")}.`;
}

/** A prompt of a few words as the first sentence of a story: 'lighthouse' → 'A girl arrives at …'. */
export function sentenceOfTopic(topic: string, { characters }: StoryFacts, chance: Random): string {
  const text = topic.replace(/[\s.!?…]+$/u, "");
  const label = text.replace(/^\p{Lu}(?=\p{Ll}* |\p{Ll}*$)/u, (letter) => letter.toLowerCase());
  const isBare = !/^(?:an?|the|two|three|his|her|my|their|our|some)\s/u.test(label);
  const [, noun = ""] =
    /^[^,]*?([\p{L}-]+)(?:[,:]|\s(?:who|that|which|with|in|on|at|of|from)\b|$)/iu.exec(label) ?? [];
  const strangers = ["A young postman", "A girl", "An old fisherman", "A tired journalist"];
  const [who = chance.pick(strangers), other] = characters.map(shortName);
  const role = roleOf(noun);
  if (role && /, | and /u.test(label)) return `${text}.`;
  if (role && role.noun !== noun)
    return `${isBare ? "Two " : ""}${label} begin a day like any other.`;
  if (role)
    return `${capitalise(isBare ? withArticle(label) : label)} begins a day like any other.`;
  if (isPlaceWord(noun)) return `${who} arrives at ${isBare ? "the " : ""}${label}.`;
  return other
    ? `${who} and ${other} meet again, and between them stands ${label}.`
    : `${who} cannot stop thinking about ${label}.`;
}
