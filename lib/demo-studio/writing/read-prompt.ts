import { inOrder } from "../painting/figures/words";
import { type Random, random } from "../painting/random";
import { Cast, type ClauseCast } from "./cast";
import english from "./data/english.json";
import glossary from "./data/glossary.json";
import patterns from "./data/patterns.json";
import * as language from "./english";
import { genreOf, type Situation, situationOf, skyOf, timeIn, weatherIn } from "./moods";
import { type Figure, mentions, namesOf, possessive, roleIn, roleOf, shortName } from "./people";
import { isPlaceWord, type Place, placeOf, usualPlace, whereOf } from "./places";
import { splitAtQuotes } from "./quotes";
import { renderMentions } from "./render-mentions";
import type { StoryFacts } from "./request";
import { has, isDenied, isNew, type Part, partsOf, sentencesOf, wordsBetween } from "./words";

/** An event: its text for captions, and for pictures, in the present, without location and time. */
export interface StoryEvent {
  caption: string;
  action: string;
  present: Figure[];
  place: Place | null;
  situation: Situation;
  quotes: { text: string; speaker: Figure }[];
}

/** The parsed prompt. */
export type Reading = ReturnType<typeof readEnglish> & {
  /** The author's text without wrappers such as 'Draw a scene where'. */
  text: string;
  /** A prompt without an event: a word or a few, such as 'lighthouse'. */
  topic: boolean;
};

/** A clause with its characters and its location. */
type Happening = Part & { who: ClauseCast; place: Place | null };

/** Parses a prompt against the story's entities; deterministic for a seed. */
export function readPrompt(prompt: string, story: StoryFacts, seed: string): Reading {
  // 'A cake shaped like the Earth' is not an event.
  const text = withoutLeadIn(prompt).replace(/\bshaped like\b/giu, "in the shape of");
  if (!language.isEnglish(text)) return readForeign(text, story, seed);
  const [words = [], more] = sentencesOf(text);
  const topic =
    text.length <= 60 && !more && ((partsOf(words)[0]?.clause.verb ?? -1) < 0 || words.length < 3);
  const told = topic ? sentenceOfTopic(text, story, random(`${seed}:topic`)) : text;
  return { text, topic, ...readEnglish(told, story, seed) };
}

function readEnglish(said: string, story: StoryFacts, seed: string) {
  const cast = new Cast(story, random(`${seed}:cast`));
  const parts: Happening[] = [];
  const spoken: { text: string; speaker: Figure; after: number }[] = [];
  for (const { text: stretch, quote } of splitAtQuotes(said)) {
    for (const part of sentencesOf(stretch).flatMap(partsOf)) {
      const who = cast.read(part);
      const last = parts.at(-1);
      // Without named characters ("the lamp goes out") the earlier ones stay.
      if (who.present.length === 0) who.present = [...(last?.who.present ?? [])];
      parts.push({ ...part, who, place: whereOf(part, story) ?? last?.place ?? null });
    }
    if (!quote) continue;
    const speaker = cast.speaker(quote.speaker, parts.at(-1)?.who, spoken.at(-1)?.speaker);
    spoken.push({ text: quote.text, speaker, after: Math.max(0, parts.length - 1) });
  }
  const acting = parts.find(({ who }) => who.subjects.length > 0)?.who.subjects[0];
  const there = cast.figures.filter((one) => !one.gone);
  const first = cast.narrator ?? acting ?? there[0] ?? cast.lead();
  // Characters of the story take precedence over strangers.
  const isStranger = /^The /u.test(first.name) && !first.known;
  const hero = (isStranger && there.find((one) => one.known ?? one.named)) || first;
  cast.settle(parts.every(({ who }) => who.present.length === 0));
  const { title, description, tags, artStyle } = story;
  const genre = genreOf(said, `${title} ${description} ${tags.join(" ")} ${artStyle}`);
  const situation = situationOf(said);
  const events = parts.map((part, index) => eventOf(part, index === 0, hero, situation));
  const speaks = { caption: "", action: `${shortName(hero)} speaks`, present: [hero] };
  if (events.length === 0) events.push({ ...speaks, place: null, situation, quotes: [] });
  for (const { after, ...quote } of spoken) {
    const { quotes, present } = events[after] as StoryEvent;
    quotes.push(quote);
    if (!present.includes(quote.speaker)) present.push(quote.speaker);
  }
  // A heron keeper does not imply a lighthouse.
  const { noun } = roleIn(hero.described) ?? hero.role;
  const calling = situation === "cooking" ? situation : noun;
  const mood = { genre, weather: weatherIn(said) };
  const usual = usualPlace(story, mood, calling, random(`${seed}:place`));
  const place = events.find((event) => event.place)?.place ?? usual;
  const named = parts.flatMap((part) => part.phrases.map((one) => placeOf(one, part, story)));
  const places = new Map([...named, place].flatMap((one) => (one ? [[one.name, one]] : [])));
  const others = cast.figures.filter((one) => one !== hero);
  return {
    english: true,
    ...skyOf(said, genre, random(`${seed}:sky`)),
    genre,
    situation,
    events,
    /** The main character. */
    cast: [hero, ...others] as [Figure, ...Figure[]],
    /** The first location. */
    place,
    /** All named locations, also those without an event. */
    places: [...places.values()],
    /** The central object: 'glowing lantern'. */
    thing: thingOf(parts),
    /** The text as a small story of whole sentences, with names. */
    retold: spoken.length > 0 ? language.sentence(said) : retold(parts),
  };
}

const abstract = language.oneOf(english.abstract, "s?");
const isThing = (noun: string): boolean =>
  !(abstract.test(noun) || /(?:ness|tion|ity|ism|ence|ance|hood|ment)$/u.test(noun)) &&
  !(roleOf(noun) || isPlaceWord(noun) || timeIn(noun) || weatherIn(noun));

/** The first object of an action; new ones take precedence over known ones. */
function thingOf(parts: readonly Happening[]): string | null {
  const things = parts.flatMap((part) =>
    part.phrases.filter((phrase) => {
      const { head, determiner, preposition, start } = phrase;
      const { verb } = part.clause;
      if (isDenied(phrase, part)) return false;
      const isObject = verb >= 0 && start > verb && preposition === "" && determiner;
      const isPlain = /^\p{Ll}+$/u.test(head.text) && isThing(head.lower);
      return isObject && isPlain && !has(head, "Date", "Person", "Actor", "Gerund");
    }),
  );
  const best = things.find(({ determiner }) => isNew(determiner)) ?? things[0];
  return best?.text.replace(/^\p{L}+\s+/u, "").toLowerCase() ?? null;
}

function eventOf(part: Happening, isFirst: boolean, hero: Figure, main: Situation): StoryEvent {
  const { clause, who, place } = part;
  const { start, end, implied } = clause;
  const text = renderMentions(part, start, end, who.mentions, isFirst ? "first" : "caption");
  return {
    caption: language.sentence(implied ? `${namesOf(who.subjects)} ${text}` : text),
    action: actionOf(part, hero),
    present: who.present.length > 0 ? [...who.present] : [hero],
    situation: situationOf(wordsBetween(part, start, end), main),
    place,
    quotes: [],
  };
}

/** A clause as a picture shows it: in the present, without location and time. */
function actionOf(part: Happening, hero: Figure): string {
  const { words, clause, who, phrases, place } = part;
  const verb = words[clause.verb];
  if (!verb) return "";
  const [first] = who.mentions;
  const [subject] = who.subjects;
  const isEarly =
    first && first.end <= clause.verb && who.subjects.includes(first.who[0] as Figure);
  const from = isEarly ? first.start : clause.start;
  const own = clause.implied
    ? ""
    : renderMentions(part, from, clause.verb, who.mentions, "picture");
  let end = clause.end;
  // "finds a lantern | in the old forest at night" is cut; "lands on a frozen moon" is not.
  for (const { start, end: last, text, head, preposition } of phrases.toReversed()) {
    const isThere = timeIn(text) || place?.phrase.endsWith(head.lower);
    const isFar = /^(?:in|on|at|by|near|during)$/u.test(preposition) && start - clause.verb > 2;
    if (last !== end || !isThere || !isFar) break;
    end = start - 1;
  }
  const isBase =
    subject !== undefined && has(verb, "Infinitive") && first?.as !== "pronoun" && !clause.implied;
  const isPlural = who.subjects.length > 1 || /^(?:were|are)$/u.test(verb.lower) || isBase;
  const rest = renderMentions(part, clause.verb + 1, end, who.mentions, "picture");
  const deed = rest.replace(/\bmy\b/giu, possessive[subject?.gender ?? "neutral"]);
  return `${own || namesOf(subject ? who.subjects : [hero])} ${language.inPresent(verb.text, isPlural)} ${deed}`.trim();
}

/** All clauses as running sentences, in the author's order. */
function retold(parts: readonly Happening[]): string {
  const all = [...Map.groupBy(parts, ({ words }) => words).values()] as [Happening][];
  return all
    .map((own, index) => {
      const mentions = own.flatMap(({ who }) => who.mentions);
      const how = index > 0 ? "caption" : "first";
      return language.sentence(renderMentions(own[0], 0, own[0].words.length, mentions, how));
    })
    .join(" ");
}

/** Text that the parser cannot read becomes captions in the author's own words. */
function readForeign(text: string, story: StoryFacts, seed: string): Reading {
  const concepts = inOrder(foreignWords, text);
  const namedIn = (all: readonly { name: string }[]) =>
    all.flatMap(({ name }) => (mentions(text, name) ? name : []));
  const roles = concepts.filter(roleOf).map(language.withArticle);
  const [who = "a person", other] = [...namedIn(story.characters), ...roles];
  const found = concepts.find((word) => isPlaceWord(word) && !roleOf(word));
  const where = namedIn(story.locations)[0] ?? (found && `the ${found}`);
  const sky = concepts.find((word) => timeIn(word) ?? weatherIn(word));
  const parts = [language.capitalise(who), where ? `comes to ${where}` : "sets out"];
  if (other) parts.push(`and meets ${other}`);
  if (sky) parts.push(timeIn(sky) ? `at ${sky}` : `in the ${sky}`);
  const reading = readEnglish(`${parts.join(" ")}.`, story, seed);
  const { cast, place, situation } = reading;
  const event = { action: "", present: [...cast], place, situation, quotes: [] };
  const events = language.piecesOf(text).map((caption) => ({ ...event, caption }));
  const thing = concepts.find(isThing) ?? null;
  return { ...reading, text, english: false, topic: false, events, thing, retold: text };
}

/** Emoji and common words of other languages; Latin words match whole or as an inflected stem. */
const foreignWords = Object.entries(glossary).map(([word, names]) => {
  const patterns = names.split(" ").map((name) => {
    const end = name.length > 4 ? "\\p{L}*" : "(?:e?[ns]|es)?(?!\\p{L})";
    return /^\p{Script=Latin}/u.test(name) ? `(?<!\\p{L})${name}${end}` : name;
  });
  return [word, new RegExp(patterns.join("|"), "giu")] as const;
});

const wrappers = patterns.leadIns.map((one) => new RegExp(one, "iu"));

/** Removes instructions to the machine: 'Draw a scene where'. */
const withoutLeadIn = (text: string): string =>
  wrappers.reduce((rest, pattern) => {
    const shorter = rest.replace(pattern, "").trim();
    return shorter.length >= 3 ? shorter : rest;
  }, text.replace(/^[\s>*#•\-–—\d.)]+(?=\p{L})/u, "").trim());

/** A prompt of a few words as the first sentence of a story: 'lighthouse' → 'A girl arrives at …'. */
function sentenceOfTopic(topic: string, { characters }: StoryFacts, chance: Random): string {
  const text = topic.replace(/[\s.!?…]+$/u, "");
  const label = text.replace(/^\p{Lu}(?=\p{Ll}* |\p{Ll}*$)/u, (letter) => letter.toLowerCase());
  const isBare = !/^(?:an?|the|two|three|his|her|its|my|their|our|some)\s/u.test(label);
  const [, noun = ""] =
    /^[^,]*?([\p{L}-]+)(?:[,:]|\s(?:who|that|which|with|in|on|at|of|from)\b|$)/iu.exec(label) ?? [];
  const strangers = ["A young postman", "A girl", "An old fisherman", "A tired journalist"];
  const stranger = chance.pick(strangers);
  const [who = stranger] = characters.map(shortName);
  const role = roleOf(noun);
  if (role && /, | and /u.test(label)) return `${text}.`;
  if (isPlaceWord(noun) && !role) return `${who} arrives at ${isBare ? "the " : ""}${label}.`;
  if (!role)
    return `${namesOf(characters.slice(0, 2)) || stranger} cannot stop thinking about ${label}.`;
  const isOne = role.noun === noun;
  const bare = isOne ? language.withArticle(label) : `two ${label}`;
  return `${language.capitalise(isBare ? bare : label)} ${isOne ? "begins" : "begin"} a day like any other.`;
}
