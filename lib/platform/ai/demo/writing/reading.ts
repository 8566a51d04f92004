import type { StoryFacts } from "../../writer";
import { type Cast, CastReader } from "./cast";
import type { Chance } from "./chance";
import { actionOf, captionOf, noteCaption, storyOf } from "./clause-text";
import { type Clause, clausesOf } from "./clauses";
import type { Figure } from "./figures";
import { type Genre, genreOf } from "./genres";
import { conceptsIn, isWordless } from "./glossary";
import { isEnglish } from "./language";
import { mentions } from "./naming";
import { isPlaceWord } from "./places";
import { type Quote, takeQuotes } from "./quotes";
import { roleOf } from "./roles";
import { inventSetting, knownSetting, plainSetting, type Setting, settingsIn } from "./settings";
import type { Situation } from "./situation";
import { situationOf } from "./situations";
import { type TimeOfDay, timeIn, type Weather, weatherIn } from "./sky";
import { plainThing, type Thing, thingIn } from "./things";
import { piecesOf } from "./wrap";

/** One thing that happens, ready to be drawn. */
export interface StoryEvent {
  /** As a caption tells it, names put in. */
  caption: string;
  /** As an image prompt tells it: in the present tense, names put in. */
  action: string;
  present: Figure[];
  setting: Setting | null;
  situation: Situation;
  quotes: { text: string; speaker: Figure | null }[];
}

/** What a prompt says, as far as it can be read. */
export interface Reading {
  /** The author's text without wrappers such as 'Draw a scene where'. */
  text: string;
  english: boolean;
  /** Nothing happens in it: a word or a few, such as 'lighthouse'. */
  topic: boolean;
  genre: Genre;
  time: TimeOfDay | null;
  weather: Weather | null;
  hero: Figure;
  cast: Figure[];
  settings: Setting[];
  events: StoryEvent[];
  situation: Situation;
  thing: Thing | null;
  /** The text as a small story of whole sentences, names put in. */
  retold: string;
}

const leadIns = [
  /^(?:please\s+)?(?:can you\s+|could you\s+)?(?:draw|write|make|create|show|generate|illustrate|tell|give|paint|depict|design)\s+(?:me\s+|us\s+)?(?:(?:a|an|the|one)\s+)?(?:(?:short|new|next|funny|nice|cute|little|first|comic|opening|cool|great)\s+)*(?:scene|story|comic|comics|panel|page|strip|tale|picture|image|sequence|chapter)s?(?:\s+strip|\s+page|\s+book)?\s*(?:(?:about|where|in which|of|with|showing|that shows|when|:|-)\s+)?/iu,
  /^(?:please\s+)?(?:draw|show|illustrate|depict|paint)\s+(?:me\s+|us\s+)?/iu,
  /^(?:(?:a|an|the|in this|in the next|in the)\s+)?(?:(?:short|next|new|first|opening)\s+)*(?:scene|story|comic|panel|chapter|tale)\s*(?:\d+\s*)?(?:(?:about|where|in which|of|with|showing|that shows|when|:|,|-)\s+)/iu,
  /^(?:once upon a time,?\s+(?:there (?:was|lived)\s+)?|it'?s about\s+|this is about\s+)/iu,
];

/** Takes wrappers off that speak to the machine and not of the story. */
export function stripLeadIn(text: string): string {
  let rest = text.replace(/^[\s>*#•\-–—\d.)]+(?=\p{L})/u, "").trim();
  for (const pattern of leadIns) {
    const shorter = rest.replace(pattern, "");
    if (shorter !== rest && shorter.trim().length >= 3) rest = shorter.trim();
  }
  return rest;
}

/** Reads a prompt against what the story already knows. */
export function readPrompt(prompt: string, story: StoryFacts, chance: Chance): Reading {
  const stripped = stripLeadIn(prompt);
  const background = `${story.title} ${story.description} ${story.tags.join(" ")} ${story.artStyle}`;
  const concepts = isWordless(stripped) ? conceptsIn(stripped) : [];
  if (isEnglish(stripped)) return readEnglish(stripped, stripped, story, background, chance);
  if (concepts.length > 0) {
    return readEnglish(sentenceFromConcepts(concepts), stripped, story, background, chance);
  }
  return readForeign(stripped, story, background, chance);
}

function readEnglish(
  source: string,
  text: string,
  story: StoryFacts,
  background: string,
  chance: Chance,
): Reading {
  const genre = genreOf(source, background);
  const { rest, quotes } = takeQuotes(source);
  const clauses = clausesOf(rest);
  const reader = new CastReader(story, genre, chance.fork("cast"));
  const cast = reader.read(clauses);
  const main = situationOf(`${source}`);
  const hero =
    cast.clauses.find(({ subjects }) => subjects.length > 0)?.subjects[0] ??
    cast.figures[0] ??
    reader.lead();
  const events = eventsOf(clauses, cast, hero, main, story, genre);
  attachQuotes(events, clauses, rest, quotes, reader, hero, main);
  const settings = distinct(events.flatMap(({ setting }) => (setting ? [setting] : [])));
  return {
    text,
    english: true,
    topic: clauses.every(({ verb }) => verb < 0) && quotes.length === 0,
    genre,
    time: timeIn(source),
    weather: weatherIn(source),
    hero,
    cast: ordered(cast.figures, hero),
    settings: settings.length > 0 ? settings : [placeOfStory(story, genre, chance)],
    events,
    situation: main,
    thing: thingIn(clauses),
    retold: storyOf(clauses, cast, hero),
  };
}

function eventsOf(
  clauses: Clause[],
  cast: Cast,
  hero: Figure,
  main: Situation,
  story: StoryFacts,
  genre: Genre,
): StoryEvent[] {
  let setting: Setting | null = null;
  return clauses.map((clause, index) => {
    const who = cast.clauses[index] ?? { present: [], subjects: [], unnamedSubject: null };
    setting = settingsIn(clause, story, genre)[0] ?? setting;
    const caption = noteCaption(clause, who) ?? captionOf(clause, who, index === 0);
    return {
      caption,
      action: actionOf(clause, who, hero, setting),
      present: who.present.length > 0 ? who.present : clause.verb < 0 ? [hero] : [],
      setting,
      situation: situationOf(clause.words.map(({ text }) => text).join(" "), main),
      quotes: [],
    };
  });
}

/** Gives every quote to the event it belongs to, in order. */
function attachQuotes(
  events: StoryEvent[],
  clauses: Clause[],
  rest: string,
  quotes: Quote[],
  reader: CastReader,
  hero: Figure,
  main: Situation,
): void {
  if (quotes.length === 0) return;
  if (events.length === 0) {
    events.push({
      caption: "",
      action: `${hero.short} speaks`,
      present: [hero],
      setting: null,
      situation: main,
      quotes: [],
    });
  }
  const ends = clauses.map((_, index) => rest.length * ((index + 1) / clauses.length));
  let from = 0;
  for (const [index, clause] of clauses.entries()) {
    const last = clause.words.at(-1)?.text ?? "";
    const at = rest.indexOf(last, from);
    if (at >= 0) from = at + last.length;
    ends[index] = from;
  }
  let previous: Figure | null = null;
  for (const quote of quotes) {
    const found = ends.findIndex((end) => end >= quote.offset - 3);
    const event = events[found < 0 ? events.length - 1 : found] as StoryEvent;
    const speaker = speakerOf(quote, event, reader, hero, previous);
    if (speaker && !event.present.includes(speaker)) event.present.push(speaker);
    event.quotes.push({ text: quote.text, speaker });
    previous = speaker;
  }
}

function speakerOf(
  quote: Quote,
  event: StoryEvent,
  reader: CastReader,
  hero: Figure,
  previous: Figure | null,
): Figure | null {
  const name = quote.speaker;
  if (name && /^\p{Lu}/u.test(name) && !/^(?:he|she|they|it|i|we|the|a|an)\b/iu.test(name))
    return reader.byName(name);
  const lower = name?.toLowerCase() ?? "";
  if (lower === "she" || lower === "he") {
    const gender = lower === "she" ? "female" : "male";
    const candidates = [...event.present, ...reader.figures];
    return (
      candidates.find((one) => one.gender === gender) ??
      candidates.find((one) => one.gender === "neutral") ??
      hero
    );
  }
  const noun = lower.split(" ").at(-1) ?? "";
  const byNoun = noun
    ? reader.figures.find(
        (one) =>
          one.role.noun === noun ||
          new RegExp(`\\b${noun.replace(/[^\p{L}]/gu, "")}\\b`, "iu").test(one.described),
      )
    : null;
  if (byNoun) return byNoun;
  // No name beside it: the other one answers.
  const others = [...event.present, ...reader.figures].filter((one) => one !== previous);
  return others[0] ?? hero;
}

/** A sentence about what emoji show: somebody, somewhere, with something. */
function sentenceFromConcepts(concepts: string[]): string {
  const skies = concepts.filter((word) => timeIn(word) || weatherIn(word) || word === "sunshine");
  const rest = concepts.filter((word) => !skies.includes(word));
  const [who, other] = rest.filter((word) => roleOf(word));
  const where = rest.find((word) => isPlaceWord(word));
  const what = rest.filter((word) => !roleOf(word) && word !== where && word !== "love");
  const article = (word: string) => (word === "fire" ? "a fire" : plainThing(word).indefinite);
  const parts = [`A ${who ?? "traveller"}`];
  parts.push(where ? `comes to the ${where}` : other ? `meets a ${other}` : "sets out");
  if (where && other) parts.push(`and meets a ${other}`);
  if (what[0]) parts.push(`and finds ${article(what[0])}`);
  const sky = skies.map((word) =>
    timeIn(word)
      ? /sunrise|sunset/u.test(word)
        ? `at ${word}`
        : `in the ${word}`
      : `in the ${word}`,
  );
  const love = rest.includes("love") ? " They fall in love." : "";
  return `${[...parts, ...sky.slice(0, 2)].join(" ")}.${love}`;
}

/** Text that cannot be read as English is told in the author's own words. */
function readForeign(text: string, story: StoryFacts, background: string, chance: Chance): Reading {
  const concepts = conceptsIn(text);
  const shown = concepts.join(" ");
  const genre = genreOf(shown, background);
  const reader = new CastReader(story, genre, chance.fork("cast"));
  const named = story.characters
    .filter(({ name }) => mentions(text, name))
    .map(({ name }) => reader.byName(name));
  const roles = concepts.filter((word) => roleOf(word)).slice(0, 2);
  const cast = named.length > 0 ? named : roles.flatMap((word) => reader.ofRole(word));
  const hero = cast[0] ?? reader.lead();
  const place = concepts.find((word) => isPlaceWord(word));
  const known = story.locations.find(({ name }) => mentions(text, name));
  const setting = known
    ? knownSetting(known, genre)
    : place
      ? plainSetting(place)
      : placeOfStory(story, genre, chance);
  const thing = concepts.find(
    (word) =>
      !roleOf(word) && !isPlaceWord(word) && !timeIn(word) && !weatherIn(word) && word !== "love",
  );
  const main = situationOf(shown);
  const events = piecesOf(text).map((piece) => ({
    caption: piece,
    action: "",
    present: cast.length > 0 ? cast : [hero],
    setting,
    situation: main,
    quotes: [],
  }));
  return {
    text,
    english: false,
    topic: false,
    genre,
    time: timeIn(shown),
    weather: weatherIn(shown),
    hero,
    cast: ordered(reader.figures, hero),
    settings: [setting],
    events,
    situation: main,
    thing: thing ? plainThing(thing) : null,
    retold: text,
  };
}

/** Where a story goes on that names no place: where it was last, or where such stories happen. */
function placeOfStory(story: StoryFacts, genre: Genre, chance: Chance): Setting {
  const last = [...story.scenes]
    .reverse()
    .flatMap(({ title, description }) =>
      story.locations.filter(({ name }) => mentions(`${title} ${description}`, name)),
    )[0];
  const known = last ?? story.locations[0];
  return known ? knownSetting(known, genre) : inventSetting(genre, chance.fork("place"));
}

const ordered = (figures: Figure[], hero: Figure) => [
  hero,
  ...figures.filter((one) => one !== hero),
];

const distinct = (settings: Setting[]) =>
  settings.filter((one, index) => settings.findIndex(({ name }) => name === one.name) === index);
