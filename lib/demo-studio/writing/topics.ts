import type { Chance } from "./chance";
import { capitalise, withArticle } from "./english";
import { shortName } from "./figures";
import { isPlaceWord } from "./places";
import type { StoryFacts } from "./request";
import { roleOf } from "./roles";
import { isThingWord } from "./things";
import { nounPhrases, sentencesOf, textOf } from "./words";

const people = [
  "A young postman",
  "A girl",
  "An old fisherman",
  "A boy",
  "A tired journalist",
  "A retired sailor",
  "A shy student",
  "A curious librarian",
] as const;

/**
 * A prompt of a word or a few, in which nothing happens, as the first sentence of a story:
 * 'lighthouse' → 'A young postman arrives at the lighthouse.'
 */
export function sentenceFromTopic(topic: string, story: StoryFacts, chance: Chance): string {
  const text = topic.replace(/[.!?…]+$/u, "");
  const words = sentencesOf(text)[0] ?? [];
  const phrases = nounPhrases(words);
  const phrase = phrases[0];
  const known = story.characters[0];
  const who = known ? capitalise(shortName(known.name)) : chance.pick(people);
  if (!phrase) return `${who} thinks about one word: ${text}.`;
  const whole = textOf(words.slice(phrase.start)).replace(/^\p{Lu}(?=\p{Ll}* )/u, (letter) =>
    letter.toLowerCase(),
  );
  const noun = phrase.head.lower;
  const definite = phrase.determiner ? whole : `the ${whole.toLowerCase()}`;
  const indefinite = phrase.determiner || phrase.plural ? whole : withArticle(whole.toLowerCase());
  if (roleOf(noun)) {
    if (phrase.plural)
      return `${capitalise(phrase.determiner ? whole : `two ${whole.toLowerCase()}`)} begin a day like any other.`;
    return `${capitalise(indefinite)} begins a day like any other.`;
  }
  if (isPlaceWord(noun)) return `${who} arrives at ${definite}.`;
  if (isThingWord(noun)) return `${who} finds ${indefinite}.`;
  const label = whole.length > 40 ? whole : phrase.determiner ? whole : whole.toLowerCase();
  if (known) {
    const other = story.characters[1];
    return other
      ? `${who} and ${shortName(other.name)} meet again, and between them stands ${label}.`
      : `${who} cannot stop thinking about ${label}.`;
  }
  return `Two old friends meet again, and between them stands ${label}.`;
}
