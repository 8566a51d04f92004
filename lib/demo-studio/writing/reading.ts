import { random } from "../painting/random";
import { Cast, type ClauseCast, told } from "./cast";
import { inPresent, isEnglish, piecesOf, quietly, sentence } from "./english";
import { conceptsIn, sentenceOfConcepts, sentenceOfTopic, withoutLeadIn } from "./hints";
import { type Genre, genreOf, skyOf, type Time, timeIn, type Weather, weatherIn } from "./moods";
import { type Figure, mentions, namesOf, possessive, roleOf, shortName } from "./people";
import { isPlaceWord, type Place, placeOf, usualPlace, whereOf } from "./places";
import { stretchesOf } from "./quotes";
import type { StoryFacts } from "./request";
import { type Situation, situationOf } from "./situations";
import { clausesOf, has, isNew, type Part, phrasesOf, sentencesOf, wordsBetween } from "./words";

/** One thing that happens, ready to be drawn. */
export interface StoryEvent {
  /** As a caption tells it, names put in. */
  caption: string;
  /** As an image prompt tells it: in the present tense, names put in, without place and time. */
  action: string;
  present: Figure[];
  place: Place | null;
  situation: Situation;
  quotes: { text: string; speaker: Figure }[];
}

/** What a prompt says, as far as it can be read. */
export interface Reading {
  /** The author's text without wrappers such as 'Draw a scene where'. */
  text: string;
  english: boolean;
  /** Nothing happens in it: a word or a few, such as 'lighthouse'. */
  topic: boolean;
  genre: Genre;
  time: Time;
  weather: Weather;
  /** Whom it is about first. */
  cast: [Figure, ...Figure[]];
  /** Where it begins. */
  place: Place;
  /** Every place that is named, also those where nothing happens. */
  places: Place[];
  events: StoryEvent[];
  situation: Situation;
  /** The object it turns around: 'glowing lantern'. */
  thing: string | null;
  /** The text as a small story of whole sentences, names put in. */
  retold: string;
}

/** A clause with who is in it and where it happens. */
interface Happening extends Part {
  who: ClauseCast;
  place: Place | null;
}

/** Reads a prompt against what the story already knows; the same seed reads the same. */
export function readPrompt(prompt: string, story: StoryFacts, seed: string): Reading {
  const text = quietly(withoutLeadIn(prompt));
  const concepts = /\p{L}/u.test(text) ? [] : conceptsIn(text);
  if (concepts.length === 0 && !isEnglish(text)) return readForeign(text, story, seed);
  const [words = [], more] = sentencesOf(text);
  const isShort = text.length <= 60 && !more && concepts.length === 0;
  const topic = isShort && ((clausesOf(words)[0]?.verb ?? -1) < 0 || words.length < 3);
  const hint = topic ? sentenceOfTopic(text, story, random(`${seed}:topic`)) : text;
  const said = concepts.length > 0 ? sentenceOfConcepts(concepts) : hint;
  return { text, topic, ...readEnglish(said, story, seed) };
}

const genreFor = (text: string, { title, description, tags, artStyle }: StoryFacts) =>
  genreOf(text, `${title} ${description} ${tags.join(" ")} ${artStyle}`);

function readEnglish(
  said: string,
  story: StoryFacts,
  seed: string,
): Omit<Reading, "text" | "topic"> {
  const cast = new Cast(story, random(`${seed}:cast`));
  const parts: Happening[] = [];
  const spoken: { text: string; speaker: Figure; after: number }[] = [];
  const nobody: ClauseCast = { present: [], subjects: [], mentions: [] };
  for (const { text: stretch, quote } of stretchesOf(said)) {
    for (const words of sentencesOf(stretch)) {
      for (const clause of clausesOf(words)) {
        const part = { words, clause, phrases: phrasesOf(words, clause) };
        const who = cast.read(part);
        const last = parts.at(-1);
        // Where nobody is named ("the lamp goes out") those stay who were there.
        if (who.present.length === 0) who.present.push(...(last?.who.present ?? []));
        parts.push({ ...part, who, place: whereOf(part, story) ?? last?.place ?? null });
      }
    }
    if (!quote) continue;
    const who = parts.at(-1)?.who ?? nobody;
    const speaker = cast.speaker(quote.speaker, who, spoken.at(-1)?.speaker);
    spoken.push({ text: quote.text, speaker, after: Math.max(0, parts.length - 1) });
  }
  const acting = parts.find(({ who }) => who.subjects.length > 0)?.who.subjects[0];
  const first = cast.narrator ?? acting ?? cast.figures[0] ?? cast.lead();
  // It is about those the story knows before a stranger.
  const isStranger = /^The /u.test(first.name) && !first.known;
  const hero = (isStranger && cast.figures.find((one) => one.known ?? one.named)) || first;
  cast.settle(parts.every(({ who }) => who.present.length === 0));
  const genre = genreFor(said, story);
  const situation = situationOf(said);
  const events = parts.map((part, index) => eventOf(part, index === 0, hero, situation));
  const speaks = { caption: "", action: `${shortName(hero)} speaks`, present: [hero] };
  if (events.length === 0) events.push({ ...speaks, place: null, situation, quotes: [] });
  for (const { after, ...quote } of spoken) {
    const { quotes, present } = events[after] as StoryEvent;
    quotes.push(quote);
    if (!present.includes(quote.speaker)) present.push(quote.speaker);
  }
  const calling = situation === "cooking" ? situation : hero.role.noun;
  const usual = usualPlace(story, genre, calling, random(`${seed}:place`));
  const place = events.find((event) => event.place)?.place ?? usual;
  const named = parts.flatMap((part) => part.phrases.map((one) => placeOf(one, part, story)));
  const places = new Map([...named, place].map((one) => [one?.name, one]));
  return {
    english: true,
    genre,
    situation,
    place,
    ...skyOf(said, genre, random(`${seed}:sky`)),
    cast: [hero, ...cast.figures.filter((one) => one !== hero)],
    places: [...places.values()].filter((one) => one !== null),
    events,
    thing: thingOf(parts),
    retold: spoken.length > 0 ? sentence(said) : retold(parts),
  };
}

const abstract =
  /^(?:way|time|day|night|hour|minute|moment|year|week|side|end|name|life|world|kind|lot|part|bit|head|hand|eye|face|arm|foot|feet|back|heart|mind|voice|place|thing|truth|help|home|fun|idea|plan|love|death|trouble|attention|breath|story|scene|sound|silence|air|rest|other|sun|light|work|job|summer|winter|spring|autumn|past|future|case|fight|war|race|party|journey|trip|walk|lesson|class|game|match|smile|tear|secret|question|answer|sky|star|ground|floor|wall|corner|dream|wish|song|magic|music|mystery|luck|family|crowd|audience|number|group|instruction|system|usual)s?$/u;
export const isThing = (noun: string): boolean =>
  !abstract.test(noun) &&
  !roleOf(noun) &&
  !isPlaceWord(noun) &&
  !timeIn(noun) &&
  !weatherIn(noun) &&
  !/(?:ness|tion|ity|ism|ence|ance|hood|ment)$/u.test(noun);

/** The first thing that is done something with; a new one before one that is known. */
function thingOf(parts: readonly Happening[]): string | null {
  const things = parts.flatMap(({ phrases, clause }) =>
    phrases.filter(({ head, determiner, preposition, start }) => {
      const isObject = clause.verb >= 0 && start > clause.verb && preposition === "" && determiner;
      const isPlain = /^\p{Ll}+$/u.test(head.text) && isThing(head.lower);
      return isObject && isPlain && !has(head, "Date", "Person", "Actor", "Gerund");
    }),
  );
  const best = things.find(({ determiner }) => isNew(determiner)) ?? things[0];
  return best?.text.replace(/^\p{L}+\s+/u, "").toLowerCase() ?? null;
}

/** An order such as 'Find the key': nobody does it yet, so the scene finds it on a note. */
const isOrder = ({ words, clause: { verb, start, end, implied }, who }: Happening) =>
  verb === start &&
  end - start > 2 &&
  has(words[verb], "Infinitive") &&
  !implied &&
  who.subjects.length === 0;
const note = (part: Happening) =>
  `A note says: “${sentence(wordsBetween(part, part.clause.start, part.clause.end))}”`;

function eventOf(part: Happening, isFirst: boolean, hero: Figure, main: Situation): StoryEvent {
  const { clause, who, place } = part;
  const shown = { place, quotes: [] };
  if (isOrder(part)) {
    const action = `${shortName(hero)} reads a folded note`;
    return { ...shown, caption: note(part), action, present: [hero], situation: "secret" };
  }
  const text = told(part, clause.start, clause.end, who.mentions, isFirst ? "first" : "caption");
  return {
    ...shown,
    caption: sentence(clause.implied ? `${namesOf(who.subjects)} ${text}` : text),
    action: actionOf(part),
    present: who.present.length > 0 ? [...who.present] : [hero],
    situation: situationOf(wordsBetween(part, clause.start, clause.end), main),
  };
}

/** A clause as a picture shows it: who does what, now; place and time stand elsewhere in it. */
function actionOf(part: Happening): string {
  const { words, clause, who, phrases, place } = part;
  const verb = words[clause.verb];
  if (!verb) return "";
  const [first] = who.mentions;
  const isEarly =
    first !== undefined &&
    first.end <= clause.verb &&
    who.subjects.includes(first.who[0] as Figure);
  const own = told(
    part,
    isEarly ? first.start : clause.start,
    clause.verb,
    who.mentions,
    "picture",
  );
  const subject = clause.implied || own === "" ? namesOf(who.subjects) : own;
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
  const rest = told(part, clause.verb + 1, end, who.mentions, "picture");
  const whose = possessive[who.subjects[0]?.gender ?? "neutral"];
  return `${subject} ${inPresent(verb.text, isPlural)} ${rest.replace(/\bmy\b/giu, whose)}`.trim();
}

/** All clauses as running sentences, as the author joined them. */
function retold(parts: readonly Happening[]): string {
  const sentences = [...Map.groupBy(parts, ({ words }) => words).values()];
  const all = sentences.map((own, index) => {
    const [part] = own as [Happening];
    const mentioned = own.flatMap(({ who }) => who.mentions);
    if (isOrder(part)) return note(part);
    return sentence(told(part, 0, part.words.length, mentioned, index === 0 ? "first" : "caption"));
  });
  return all.join(" ");
}

/** Text that cannot be read as English is told in the author's own words. */
function readForeign(text: string, story: StoryFacts, seed: string): Reading {
  const concepts = conceptsIn(text);
  const isNamed = ({ name }: { name: string }) => mentions(text, name);
  const where = story.locations.find(isNamed)?.name;
  const who = story.characters.filter(isNamed).map(({ name }) => name);
  const shown = concepts.some(roleOf) ? concepts : ["person", ...concepts];
  const reading = readEnglish(sentenceOfConcepts(shown, who, where), story, seed);
  const { cast, place, situation } = reading;
  const event = { action: "", present: [...cast], place, situation, quotes: [] };
  const events = piecesOf(text).map((caption) => ({ ...event, caption }));
  const thing = concepts.find(isThing) ?? null;
  return { ...reading, text, english: false, topic: false, events, thing, retold: text };
}
