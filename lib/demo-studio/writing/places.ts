import type { Random } from "../painting/random";
import english from "./data/english.json";
import people from "./data/people.json";
import places from "./data/places.json";
import { oneOf, titleCase } from "./english";
import { type Genre, moodOf } from "./moods";
import { mentions } from "./people";
import type { KnownEntity, StoryFacts } from "./request";
import { has, isDenied, type Part, type Phrase, wordsBetween } from "./words";

/** A kind of location: its looks and sounds. Fields with ' | ' contain several choices. */
type Kind = (typeof places)["forest"];
export type Place = ReturnType<typeof place>;

const byWord = new Map<string, Kind>();
for (const kind of Object.values(places))
  for (const word of kind.words.split(" ")) byWord.set(word, kind);
const kindOf = (word: string) => byWord.get(word) ?? byWord.get(word.replace(/s$/u, ""));
export const isPlaceWord = (word: string): boolean => kindOf(word) !== undefined;

const [on, at, going] = [oneOf(english.on), oneOf(english.at), oneOf(english.going)];
const [staying, moving] = [oneOf(english.staying), oneOf(english.moving)];
const only = new Map(Object.entries(english.only));
const seeing = oneOf(english.seeing);

const furniture = /^(?:window|door|gate|lamp|table|floor|wall|corner|bench|steps)$/u;

/** A location's name: 'The Old Forest', in a sentence 'the old forest', 'in the old forest'. */
function place(label: string, noun: string, told: string, known: KnownEntity | null = null) {
  const kind = kindOf(noun) ?? places.street;
  const [usual = "in", indoors] = kind.here.split(", ");
  const isPlain = kind.words.startsWith(`${noun} `) || /^(?:on|by)$/u.test(usual);
  const stood = on.test(noun) ? "on" : at.test(noun) ? "at" : isPlain ? usual : "in";
  const name = known?.name ?? titleCase(label).slice(0, 100);
  const phrase = /^the\s/iu.test(label) ? `the ${label.slice(4).toLowerCase()}` : label;
  const here = `${staying.test(told) ? told : stood} ${phrase}`;
  return { name, noun, phrase, here, indoors: indoors !== undefined, kind, known };
}

/** "Depot by the River" is a depot. */
const headOf = (name: string) =>
  name.split(new RegExp(` (?:${english.staying}|of|with) `, "iu"))[0] ?? "";

const plainPlace = (word: string): Place => place(`the ${word}`, word, "");

export function knownPlace(entity: KnownEntity): Place {
  const words = headOf(entity.name).toLowerCase().split(" ").reverse();
  const told = `${entity.name} ${entity.title} ${entity.description}`.toLowerCase();
  const all = [...words, ...(told.match(/[\p{L}-]+/gu) ?? [])];
  return place(entity.name, all.find(isPlaceWord) ?? "house", "", entity);
}

/** The location that a noun phrase names, whatever its role in the sentence; null without one. */
export function placeOf(phrase: Phrase, part: Part, { locations }: StoryFacts): Place | null {
  const { head, determiner, preposition, text, end, start } = phrase;
  const noun = isPlaceWord(head.lower) ? head.lower : head.lower.replace(/s$/u, "");
  const isWord = isPlaceWord(noun);
  const isOther = /^(?:of|about|like|for|than|as)$/u.test(preposition);
  if (isOther || isDenied(phrase, part) || /[’']s?$/u.test(head.text)) return null;
  // "under the moon": a character on the moon is there.
  const where = new RegExp(only.get(noun) ?? "", "u");
  if (start > 0 && !where.test(wordsBetween(part, start - 2, start))) return null;
  // "under a street lamp", "through the cockpit window": a part implies its location.
  const whole = furniture.test(head.lower) && text.toLowerCase().split(" ").find(isPlaceWord);
  if (whole) return plainPlace(whole);
  const own = text.replace(/^(?:an?|the|his|her|their|my|our|this|that|one)\s+/iu, "");
  const isThat = isWord && !/^(?:an?|another)$/u.test(determiner);
  const known =
    locations.find(({ name }) => mentions(text, name) || mentions(headOf(name), own)) ??
    locations.find(({ name, title }) => isThat && mentions(`${headOf(name)} ${title}`, noun));
  if (known) return knownPlace(known);
  const isProper = determiner === "" && /^\p{Lu}/u.test(head.text) && !has(head, "Person");
  if (isProper && (isWord || has(head, "Place"))) return place(own, noun, preposition);
  if (!isWord || (determiner === "" && preposition === "" && start > 0)) return null;
  const isOwned = /^\p{Lu}.*[’']s?\s/u.test(own);
  const more = / of (?!(?:the|an?|his|her|their)$)[^ ,.;]+$/u;
  const behind = more.exec(` ${wordsBetween(part, end, end + 2)}`)?.[0] ?? "";
  const isWet = preposition === "in" && /^(?:sea|river|lake|ocean)$/u.test(noun);
  return place(`${isOwned ? "" : "the "}${own}${behind}`, noun, isWet ? "by" : preposition);
}

/** The location of a clause; one that is only mentioned (the tram of 'a tram bell') is none. */
export function whereOf(part: Part, story: StoryFacts): Place | null {
  const { words, clause, phrases } = part;
  const goes = going.test(words[clause.verb]?.lower ?? "");
  // A character who watches the fog over the river, or points at the mountain, stays in place.
  const sees = seeing.test(words[clause.verb]?.lower ?? "");
  const isThere = ({ preposition }: Phrase) =>
    staying.test(preposition) && !(sees && preposition === "at");
  const isGoal = ({ preposition, start }: Phrase) =>
    (!sees && moving.test(preposition)) || (goes && start > clause.verb && preposition === "");
  const named = [...phrases.filter(isThere), ...phrases.filter(isGoal)];
  return named.map((phrase) => placeOf(phrase, part, story)).find((one) => one !== null) ?? null;
}

/** The location of a scene that names none: the story's last one, or one typical of it. */
export function usualPlace(
  story: StoryFacts,
  { genre, weather }: { genre: Genre; weather: string | null | undefined },
  calling: string,
  chance: Random,
) {
  const { scenes, locations } = story;
  const told = scenes.map(({ title, description }) => `${title} ${description}`).reverse();
  const all = told.flatMap((text) => locations.filter(({ name }) => mentions(text, name)));
  const known = all[0] ?? locations[0];
  if (known) return knownPlace(known);
  const work = new RegExp(`\\b${calling}:(\\S+)`, "u").exec(people.workplaces)?.[1];
  const usual = moodOf(genre).places.split(" ");
  // Weather that the text tells of is seen outside.
  const outside = weather ? usual.filter((word) => !plainPlace(word).indoors) : [];
  return plainPlace(work ?? chance.pick(outside.length > 0 ? outside : usual));
}
