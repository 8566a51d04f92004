import { type Random, random } from "../painting/random";
import { Cast, type ClauseCast } from "./cast";
import english from "./data/english.json";
import glossary from "./data/glossary.json";
import patterns from "./data/patterns.json";
import * as language from "./english";
import { genreOf, type Situation, situationOf, skyOf, timeIn, weatherIn } from "./moods";
import { type Figure, mentions, namesOf, possessive, roleIn, roleOf, shortName } from "./people";
import { isPlaceWord, type Place, placeOf, usualPlace, whereOf } from "./places";
import { reported, splitAtQuotes } from "./quotes";
import { renderMentions } from "./render-mentions";
import type { StoryFacts } from "./request";
import { has, isNew, type Part, partsOf, sentencesOf, wordsBetween } from "./words";

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
type Happening = Part & { who: ClauseCast; place: Place | null; line: string | null };

/** Parses a prompt against the story's entities; deterministic for a seed. */
export function readPrompt(prompt: string, story: StoryFacts, seed: string): Reading {
  const said = language.lowercaseShouting(withoutLeadIn(prompt));
  // 'A cake shaped like the Earth' is no event.
  const text = said.replace(/\bshaped like\b/giu, "in the shape of");
  const concepts = /\p{L}/u.test(text) ? [] : conceptsIn(text);
  if (concepts.length === 0 && !language.isEnglish(text)) return readForeign(text, story, seed);
  const [words = [], more] = sentencesOf(text);
  const isShort = text.length <= 60 && !more && concepts.length === 0;
  const topic = isShort && ((partsOf(words)[0]?.clause.verb ?? -1) < 0 || words.length < 3);
  const hint = topic ? sentenceOfTopic(text, story, random(`${seed}:topic`)) : text;
  const sentence = concepts.length > 0 ? sentenceOfConcepts(concepts) : hint;
  return { text, topic, ...readEnglish(sentence, story, seed) };
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
      const [verb, speaker] = [part.words[part.clause.verb]?.lower ?? "", who.subjects[0]];
      const rest = wordsBetween(part, part.clause.verb + 1, part.clause.end);
      const line = speaker ? reported(verb, rest) : null;
      if (line && speaker) spoken.push({ text: line, speaker, after: parts.length });
      parts.push({ ...part, who, line, place: whereOf(part, story) ?? last?.place ?? null });
    }
    if (!quote) continue;
    const speaker = cast.speaker(quote.speaker, parts.at(-1)?.who, spoken.at(-1)?.speaker);
    spoken.push({ text: quote.text, speaker, after: Math.max(0, parts.length - 1) });
  }
  const acting = parts.find(({ who }) => who.subjects.length > 0)?.who.subjects[0];
  const there = cast.figures.find(({ gone }) => !gone);
  const first = cast.narrator ?? acting ?? there ?? cast.lead();
  // Characters of the story take precedence over strangers.
  const isStranger = /^The /u.test(first.name) && !first.known;
  const hero = (isStranger && cast.figures.find((one) => one.known ?? one.named)) || first;
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
    ...{ genre, situation, events },
    /** The main character. */
    cast: [hero, ...others] as [Figure, ...Figure[]],
    /** The first location. */
    place,
    /** All named locations, also those without an event. */
    places: [...places.values()],
    /** The central object: 'glowing lantern'. */
    thing: thingOf(parts),
    /** The text as a small story of whole sentences, with names. */
    retold:
      spoken.length > parts.filter(({ line }) => line).length
        ? language.sentence(said)
        : retold(parts),
  };
}

const abstract = language.oneOf(english.abstract, "s?");
const isThing = (noun: string): boolean =>
  !(abstract.test(noun) || /(?:ness|tion|ity|ism|ence|ance|hood|ment)$/u.test(noun)) &&
  !(roleOf(noun) || isPlaceWord(noun) || timeIn(noun) || weatherIn(noun));

/** The first object of an action; new ones take precedence over known ones. */
function thingOf(parts: readonly Happening[]): string | null {
  const things = parts.flatMap(({ phrases, clause: { verb } }) =>
    phrases.filter(({ head, determiner, preposition, start }) => {
      const isObject = verb >= 0 && start > verb && preposition === "" && determiner;
      const isPlain = /^\p{Ll}+$/u.test(head.text) && isThing(head.lower);
      return isObject && isPlain && !has(head, "Date", "Person", "Actor", "Gerund");
    }),
  );
  const best = things.find(({ determiner }) => isNew(determiner)) ?? things[0];
  return best?.text.replace(/^\p{L}+\s+/u, "").toLowerCase() ?? null;
}

/** An order such as 'Find the key' has no agent, so a character of the scene finds it on a note. */
function isOrder({ words, clause: { verb, start, end, implied }, who }: Happening): boolean {
  const isNobodys = !implied && !who.subjects[0];
  return isNobodys && verb === start && end - start > 2 && has(words[verb], "Infinitive");
}
const textIn = (part: Part) => wordsBetween(part, part.clause.start, part.clause.end);
const note = (part: Happening) => `A note says: “${language.sentence(textIn(part))}”`;

function eventOf(part: Happening, isFirst: boolean, hero: Figure, main: Situation): StoryEvent {
  const { clause, who, place } = part;
  const shown = { place, quotes: [], present: who.present.length > 0 ? [...who.present] : [hero] };
  if (isOrder(part)) {
    const action = `${shortName(hero)} reads a folded note`;
    return { ...shown, caption: note(part), action, present: [hero], situation: "secret" };
  }
  const text = renderMentions(
    part,
    clause.start,
    clause.end,
    who.mentions,
    isFirst ? "first" : "caption",
  );
  // Lines that the author tells a character to say become bubbles: a caption would repeat them.
  if (part.line) return { ...shown, caption: "", action: actionOf(part), situation: main };
  const caption = language.sentence(clause.implied ? `${namesOf(who.subjects)} ${text}` : text);
  return { ...shown, caption, action: actionOf(part), situation: situationOf(textIn(part), main) };
}

/**
 * A clause as a picture shows it: agent and action, in the present; location and time are separate
 * fields.
 */
function actionOf(part: Happening): string {
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
  const isBase = has(verb, "Infinitive") && first?.as !== "pronoun" && !clause.implied;
  const isPlural = who.subjects.length > 1 || /^(?:were|are)$/u.test(verb.lower) || isBase;
  const rest = renderMentions(part, clause.verb + 1, end, who.mentions, "picture");
  const deed = rest.replace(/\bmy\b/giu, possessive[subject?.gender ?? "neutral"]);
  return `${own || namesOf(who.subjects)} ${language.inPresent(verb.text, isPlural)} ${deed}`.trim();
}

/** All clauses as running sentences, in the author's order. */
function retold(parts: readonly Happening[]): string {
  const all = Map.groupBy(parts, ({ words }) => words).values() as Iterable<[Happening]>;
  return [...all]
    .map((own, index) => {
      const mentions = own.flatMap(({ who }) => who.mentions);
      const text = renderMentions(
        own[0],
        0,
        own[0].words.length,
        mentions,
        index > 0 ? "caption" : "first",
      );
      return isOrder(own[0]) ? note(own[0]) : language.sentence(text);
    })
    .join(" ");
}

/** Text that the parser cannot read becomes captions in the author's own words. */
function readForeign(text: string, story: StoryFacts, seed: string): Reading {
  const concepts = conceptsIn(text);
  const isNamed = ({ name }: { name: string }) => mentions(text, name);
  const where = story.locations.find(isNamed)?.name;
  const who = story.characters.filter(isNamed).map(({ name }) => name);
  const shown = concepts.some(roleOf) ? concepts : ["person", ...concepts];
  const reading = readEnglish(sentenceOfConcepts(shown, who, where), story, seed);
  const { cast, place, situation } = reading;
  const event = { action: "", present: [...cast], place, situation, quotes: [] };
  const events = language.piecesOf(text).map((caption) => ({ ...event, caption }));
  const thing = concepts.find(isThing) ?? null;
  return { ...reading, text, english: false, topic: false, events, thing, retold: text };
}

const wrappers = patterns.leadIns.map((one) => new RegExp(one, "iu"));

/** Removes instructions to the machine: 'Draw a scene where'. */
const withoutLeadIn = (text: string): string =>
  wrappers.reduce((rest, pattern) => {
    const shorter = rest.replace(pattern, "").trim();
    return shorter.length >= 3 ? shorter : rest;
  }, text.replace(/^[\s>*#•\-–—\d.)]+(?=\p{L})/u, "").trim());

/** English words for emoji and common words of other languages, in order. */
function conceptsIn(text: string): string[] {
  const lower = text.toLowerCase();
  const found = glossary.emoji.split(", ").map((entry) => {
    const [signs = "", word = ""] = entry.split(" ");
    return { word, at: text.search(new RegExp(`[${signs}]`, "u")) };
  });
  for (const [word, names] of Object.entries(glossary.foreign)) {
    for (const name of names.split(" ")) {
      // Latin words match whole, or as the stem of an inflected or compound one.
      const end = name.length > 4 ? "\\p{L}*" : "(?:e?[ns]|es)?";
      const isLatin = /^\p{Script=Latin}+$/u.test(name);
      const pattern = isLatin ? `(?<!\\p{L})${name}${end}(?!\\p{L})` : name;
      found.push({ word, at: lower.search(new RegExp(pattern, "u")) });
    }
  }
  const seen = found.filter(({ at }) => at >= 0).sort((a, b) => a.at - b.at);
  return [...new Set(seen.map(({ word }) => word))];
}

/** "🐉🔥🏰" as a sentence: a character, a location, a thing. */
function sentenceOfConcepts(concepts: string[], named: string[] = [], at = ""): string {
  const sky = concepts.find((word) => timeIn(word) ?? weatherIn(word));
  const roles = concepts.filter(roleOf).map(language.withArticle);
  const [who = "a traveller", other] = [...named, ...(named.length > 0 ? [] : roles)];
  const where = concepts.find((word) => isPlaceWord(word) && !roleOf(word));
  const what = concepts.find((word) => !roleOf(word) && word !== where && word !== sky);
  const there = at || (where && `the ${where}`);
  const parts = [language.capitalise(`${who} ${there ? `comes to ${there}` : "sets out"}`)];
  if (other) parts.push(`and meets ${other}`);
  if (what) parts.push(`and finds ${language.withArticle(what)}`);
  if (sky) parts.push(timeIn(sky) ? `at ${sky}` : `in the ${sky}`);
  return `${parts.join(" ")}.`;
}

/**
 * A prompt of a few words as the first sentence of a story: 'lighthouse' → 'A girl arrives at …'.
 */
function sentenceOfTopic(topic: string, { characters }: StoryFacts, chance: Random): string {
  const text = topic.replace(/[\s.!?…]+$/u, "");
  const label = text.replace(/^\p{Lu}(?=\p{Ll}* |\p{Ll}*$)/u, (letter) => letter.toLowerCase());
  const isBare = !/^(?:an?|the|two|three|his|her|its|my|their|our|some)\s/u.test(label);
  const [, noun = ""] =
    /^[^,]*?([\p{L}-]+)(?:[,:]|\s(?:who|that|which|with|in|on|at|of|from)\b|$)/iu.exec(label) ?? [];
  const strangers = ["A young postman", "A girl", "An old fisherman", "A tired journalist"];
  const [who = chance.pick(strangers), other] = characters.map(shortName);
  const role = roleOf(noun);
  if (role && /, | and /u.test(label)) return `${text}.`;
  if (role && role.noun !== noun)
    return `${isBare ? "Two " : ""}${label} begin a day like any other.`;
  if (role)
    return `${language.capitalise(isBare ? language.withArticle(label) : label)} begins a day like any other.`;
  if (isPlaceWord(noun)) return `${who} arrives at ${isBare ? "the " : ""}${label}.`;
  return other
    ? `${who} and ${other} meet again, and between them stands ${label}.`
    : `${who} cannot stop thinking about ${label}.`;
}
