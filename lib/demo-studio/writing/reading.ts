import { type Cast, CastReader } from "./cast";
import type { Chance } from "./chance";
import { actionOf, captionOf, isOrder, retoldOf } from "./clause-text";
import { type Clause, clausesOf } from "./clauses";
import { quietly, sentence } from "./english";
import type { Figure } from "./figures";
import { type Genre, genreOf } from "./genres";
import { conceptsIn, isWordless, sentenceFromConcepts } from "./glossary";
import { isEnglish } from "./language";
import { stripLeadIn } from "./lead-in";
import { mentions } from "./naming";
import { isPlaceWord } from "./places";
import { placeOfStory, properPlace } from "./places-of-story";
import { speakerOf } from "./quote-speakers";
import { type Quote, takeQuotes } from "./quotes";
import type { StoryFacts } from "./request";
import { roleOf } from "./roles";
import { knownSetting, plainSetting, type Setting, settingsIn } from "./settings";
import type { Situation } from "./situation";
import { situationOf } from "./situations";
import { type TimeOfDay, timeIn, type Weather, weatherIn } from "./sky";
import { plainThing, type Thing, thingIn } from "./things";
import { sentenceFromTopic } from "./topics";
import { trimmedEnd } from "./trim";
import { piecesOf } from "./wrap";

/** One thing that happens, ready to be drawn. */
export interface StoryEvent {
  /** As a caption tells it, names put in. */
  caption: string;
  /** The same without the place and the time that an opening caption has told. */
  brief: string;
  /** As an image prompt tells it: in the present tense, names put in, without place and time. */
  action: string;
  present: Figure[];
  /** Whose deed it is. */
  subjects: Figure[];
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
  /** Every place that is named, also those where nothing happens yet. */
  places: Setting[];
  events: StoryEvent[];
  situation: Situation;
  thing: Thing | null;
  /** The text as a small story of whole sentences, names put in. */
  retold: string;
}

interface Source {
  /** What is read. */
  text: string;
  /** What the author wrote. */
  original: string;
  topic: boolean;
  story: StoryFacts;
  background: string;
  chance: Chance;
}

/** Reads a prompt against what the story already knows. */
export function readPrompt(prompt: string, story: StoryFacts, chance: Chance): Reading {
  const original = quietly(stripLeadIn(prompt));
  const background = `${story.title} ${story.description} ${story.tags.join(" ")} ${story.artStyle}`;
  const source = { text: original, original, topic: false, story, background, chance };
  const concepts = isWordless(original) ? conceptsIn(original) : [];
  if (concepts.length > 0) {
    return readEnglish({ ...source, text: sentenceFromConcepts(concepts) });
  }
  if (!isEnglish(original)) return readForeign(source);
  const clauses = clausesOf(original);
  const isTopic =
    original.length <= 60 &&
    clauses.length === 1 &&
    (clauses[0]?.verb === -1 || (clauses[0]?.words.length ?? 0) < 3);
  if (!isTopic || /["“„«]/u.test(original)) return readEnglish(source);
  return readEnglish({
    ...source,
    text: sentenceFromTopic(original, story, chance.fork("topic")),
    topic: true,
  });
}

function readEnglish({ text, original, topic, story, background, chance }: Source): Reading {
  const genre = genreOf(text, background);
  const { rest, quotes } = takeQuotes(text);
  const clauses = clausesOf(rest);
  const reader = new CastReader(story, genre, chance.fork("cast"));
  for (const { speaker } of quotes) {
    if (speaker && isGivenName(speaker)) reader.byName(speaker);
  }
  const cast = reader.read(clauses);
  const main = situationOf(rest);
  const hero = reader.narrator ?? heroOf(cast) ?? reader.lead();
  rejuvenate(cast.figures, genre, text);
  const fallback =
    properPlace(clauses, genre) ?? placeOfStory(story, genre, main, chance, hero.role.noun);
  const events = eventsOf(clauses, cast, hero, main, story, genre);
  attachQuotes(events, clauses, rest, quotes, reader, hero, main);
  const settings = distinct(events.flatMap(({ setting }) => (setting ? [setting] : [])));
  return {
    text: original,
    english: true,
    topic,
    genre,
    time: timeIn(text),
    weather: weatherIn(text),
    hero,
    cast: [hero, ...cast.figures.filter((one) => one !== hero)],
    settings: settings.length > 0 ? settings : [fallback],
    places: distinct([
      ...settings,
      ...clauses.flatMap((clause) => Object.values(settingsIn(clause, story, genre)).flat()),
    ]),
    events: worthDrawing(events),
    situation: main,
    thing: thingIn(clauses),
    retold: quotes.length > 0 ? sentence(text) : retoldOf(clauses, cast),
  };
}

/** Whom it is about: whoever acts first, but those the story knows before a stranger. */
function heroOf(cast: Cast): Figure | null {
  const first =
    cast.clauses.find(({ subjects }) => subjects.length > 0)?.subjects[0] ?? cast.figures[0];
  if (first && /^The /u.test(first.name) && !first.known) {
    return cast.figures.find((one) => one.known ?? one.named) ?? first;
  }
  return first ?? null;
}

/** Those who go to school are children, where nothing else is said of them. */
function rejuvenate(figures: readonly Figure[], genre: Genre, text: string): void {
  const young =
    genre === "school" ||
    /\b(?:school|kindergarten|playground|homework|toys?|bedtime)\b/iu.test(text);
  if (!young) return;
  for (const one of figures) {
    if (!one.known && one.role.noun === "person" && one.described === "") one.age = "child";
  }
}

const isGivenName = (speaker: string) =>
  /^\p{Lu}/u.test(speaker) &&
  !/^(?:he|she|they|it|i|we|you|the|an?|his|her|their|my)\b/iu.test(speaker);

/** "It rains" is seen in every panel and needs none of its own, unless it is all there is. */
function worthDrawing(events: StoryEvent[]): StoryEvent[] {
  const kept = events.filter(
    ({ caption, quotes }) =>
      quotes.length > 0 ||
      !/^It(?:[’']s| is| was)? (?:\p{L}+ )?(?:rain|snow|night|late|dark|cold|hot|sunny|windy|foggy|storm|morning|evening|midnight|winter|summer|autumn|spring|pour)\p{L}*(?: \p{L}+){0,3}\.$/u.test(
        caption,
      ),
  );
  return kept.length > 0 ? kept : events;
}

function eventsOf(
  clauses: Clause[],
  cast: Cast,
  hero: Figure,
  main: Situation,
  story: StoryFacts,
  genre: Genre,
): StoryEvent[] {
  const found = clauses.map((clause) => settingsIn(clause, story, genre));
  const sure = found.some((one) => one.sure.length > 0);
  let setting: Setting | null = null;
  let present: Figure[] = [];
  return clauses.map((clause, index) => {
    const who = cast.clauses[index] ?? { present: [], subjects: [], naming: null };
    setting =
      found[index]?.sure[0] ?? (sure ? setting : (setting ?? found[index]?.likely[0] ?? null));
    // Where nobody is named ("the lamp goes out") those stay who were there.
    if (who.present.length > 0) present = who.present;
    const end = trimmedEnd(clause, setting, story, genre);
    const order = isOrder(clause, who);
    return {
      caption: captionOf(clause, who, index === 0),
      brief: captionOf(clause, who, index === 0, end),
      action: actionOf(clause, who, hero, end),
      present: order ? [hero] : [...present],
      subjects: who.subjects,
      setting,
      situation: situationOf(order ? "note" : clause.words.map(({ text }) => text).join(" "), main),
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
  if (quotes.length > 0 && events.length === 0) {
    const action = `${hero.short} speaks`;
    const nothing = { caption: "", brief: "", setting: null, quotes: [] };
    events.push({ ...nothing, action, present: [hero], subjects: [hero], situation: main });
  }
  const ends: number[] = [];
  let from = 0;
  for (const clause of clauses) {
    const last = clause.words.at(-1)?.text ?? "";
    const at = rest.indexOf(last, from);
    if (at >= 0) from = at + last.length;
    ends.push(from);
  }
  let previous: Figure | null = null;
  for (const quote of quotes) {
    const found = ends.findIndex((end) => end >= quote.offset - 3);
    const event = events[found < 0 ? events.length - 1 : found] as StoryEvent;
    const own = quote.bySubject ? event.subjects[0] : undefined;
    const speaker: Figure = own ?? speakerOf(quote, event.present, reader.figures, previous, hero);
    if (!event.present.includes(speaker)) event.present.push(speaker);
    event.quotes.push({ text: quote.text, speaker });
    previous = speaker;
  }
}

/** Text that cannot be read as English is told in the author's own words. */
function readForeign({ original: text, story, background, chance }: Source): Reading {
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
  reader.read([]);
  const place = concepts.find((word) => isPlaceWord(word));
  const known = story.locations.find(({ name }) => mentions(text, name));
  const main = situationOf(shown);
  const setting = known
    ? knownSetting(known, genre)
    : place
      ? plainSetting(place)
      : placeOfStory(story, genre, main, chance);
  const thing = concepts.find(
    (word) =>
      !roleOf(word) && !isPlaceWord(word) && !timeIn(word) && !weatherIn(word) && word !== "love",
  );
  const present = cast.length > 0 ? cast : [hero];
  const nothing = { action: "", setting, situation: main, quotes: [] };
  return {
    text,
    english: false,
    topic: false,
    genre,
    time: timeIn(shown),
    weather: weatherIn(shown),
    hero,
    cast: [hero, ...reader.figures.filter((one) => one !== hero)],
    settings: [setting],
    places: [setting],
    events: piecesOf(text).map((piece) => ({
      ...nothing,
      caption: piece,
      brief: piece,
      present,
      subjects: present,
    })),
    situation: main,
    thing: thing ? plainThing(thing) : null,
    retold: text,
  };
}

const distinct = (settings: Setting[]) =>
  settings.filter((one, index) => settings.findIndex(({ name }) => name === one.name) === index);
