import nlp from "compromise";
import { cutText } from "@/lib/ai/cut-text";
import { random } from "../painting/random";
import english from "./data/english.json";
import slips from "./data/slips.json";
import { capitalise, isEnglish, oneOf, sentence, sentencesIn } from "./english";
import { wholeWord } from "./people";
import { readPrompt } from "./reading";
import type { StoryFacts } from "./request";
import { partsOf, sentencesOf } from "./words";

/** Slips that people make in a hurry, words that say little, and what is better: `from → to`. */
const better = slips.map((rule): [RegExp, string] => {
  const [from = "", to = ""] = rule.split(" → ");
  return [new RegExp(`(?<![\\p{L}’'])(?:${from})(?![\\p{L}’'])`, "giu"), to];
});

/** Corrects, sharpens and grounds a text; every fact of its author stays. */
export function improved(text: string, story: StoryFacts): string {
  if (!isEnglish(text)) return padded(tidied(text));
  let corrected = asStory(text);
  for (const [from, to] of better)
    corrected = corrected.replace(from, (match: string, group?: string) => {
      const next = to.replace("$1", typeof group === "string" ? group : "");
      return /^\p{Lu}/u.test(match) ? capitalise(next) : next;
    });
  for (const { name } of [...story.characters, ...story.locations])
    corrected = corrected.replace(wholeWord(name, "giu"), () => name);
  const whole = tidied(properNames(corrected));
  const { events } = readPrompt(whole, { ...story, scenes: [] }, whole);
  const senses = events.find(({ place }) => place)?.place?.kind.senses.split(" | ");
  return padded(senses && whole.length < 420 ? `${whole} ${random(whole).pick(senses)}` : whole);
}

/** 'I want a story about my grandmother, she was a spy' → 'My grandmother was a spy'. */
function asStory(text: string): string {
  const wish =
    /^(?:please\s+)?(?:i\s+(?:want|would like|need)|i'd like|(?:write|make|tell)(?: me)?|it'?s|this is)\s+(?:an?|the)\s+(?:\p{L}+\s+)?(?:story|comic|tale)\s+(?:about|of|where|in which)\s+/iu;
  const rest = text.replace(wish, "");
  if (rest === text || rest.length < 10) return text;
  const owner =
    /^((?:my|the|an?|our|his|her)\s+[^,.;]{2,40}?)\s*,\s*(?:s?he|it|they)\s+(?=(?:was|were|is|are|has|had|can|could)\b)/iu;
  const told = rest.replace(owner, "$1 ");
  const [words = []] = sentencesOf(told);
  return (partsOf(words)[0]?.clause.verb ?? -1) >= 0 ? told : `This is the story of ${told}`;
}

/** Names that are words as well. */
const common = oneOf(english.alsoWords);

/** Towns, countries, days and given names that were typed in small letters. */
function properNames(text: string): string {
  const tags = "(#City|#Country|#WeekDay|#Month|#FirstName)";
  const found = (nlp(text).match(tags).out("array") as string[]).join(" ").match(/\p{L}+/gu) ?? [];
  return found
    .filter((word) => /^\p{Ll}{4,}$/u.test(word) && !common.test(word))
    .reduce((told, word) => told.replace(wholeWord(word, "gu"), capitalise(word)), text);
}

/** Sentences with a capital at the start and a mark at the end; a space behind commas. */
const tidied = (text: string): string =>
  sentence(
    sentencesIn(text.replace(/([,;])(?=\p{L})/gu, "$1 "))
      .map(capitalise)
      .join(" "),
  );
const padded = (text: string): string =>
  cutText([...text].length >= 12 ? text : `${text} And so it begins.`, 1000);
