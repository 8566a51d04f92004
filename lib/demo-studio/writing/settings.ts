import type { Chance } from "./chance";
import type { Clause } from "./clauses";
import { titleCase } from "./english";
import type { Genre } from "./genres";
import { isName, isPlaceName, mentions } from "./naming";
import { isPlaceWord, type PlaceKind, placeKindIn, placeKindOf, placeKinds } from "./places";
import type { KnownEntity, StoryFacts } from "./request";
import { roleOf } from "./roles";
import { type NounPhrase, nounPhrases, textOf } from "./words";

/** Where something happens. */
export interface Setting {
  /** What it is, in a word: 'forest'. */
  noun: string;
  /** Name in the script: 'The Old Forest'. */
  name: string;
  /** Inside a sentence: 'the old forest'. */
  phrase: string;
  /** What a person says who stands in it: 'in the old forest'. */
  here: string;
  kind: PlaceKind;
  known: KnownEntity | null;
  /** The author's own words: 'the old forest behind the mill'. */
  described: string;
}

const stoodOn =
  /^(?:beach|shore|coast|island|cliffs?|dunes|bridge|hills?|farm|ranch|road|avenue|rooftops?|roof|crossroads|train|tram|bus|subway|platform|moon|planet|mars|battlefield|stage|porch|stairs|balcony|terrace|deck|boat|ferry|raft|yacht|asteroid|venus|jupiter|canal|pavement|sidewalk|plain|plains|steppe|bank|riverbank|summit|peak|glacier|slope|ridge|mountain|volcano|ship|docks?|pier|quay|jetty|wharf|boulevard|lawn|playground|campus)$/u;
const stoodBy = /^(?:river|lake|pond|stream|waterfall|creek)$/u;
const stoodAt =
  /^(?:sea|school|station|airport|market|fair|carnival|lighthouse|harbou?r|port|university|college|well|camp|circus|oasis|observatory)$/u;

function prepositionFor(head: string, kind: PlaceKind): string {
  const lower = head.toLowerCase();
  if (stoodOn.test(lower)) return "on";
  if (stoodBy.test(lower)) return "by";
  if (stoodAt.test(lower)) return "at";
  return kind.words.split(" ")[0] === lower ? kind.preposition : "in";
}

const staying =
  /^(?:in|on|at|under|inside|by|near|behind|beneath|below|above|beside|aboard|outside|beyond)$/u;

/** The setting that a noun phrase names, or null. */
export function settingOf(
  phrase: NounPhrase,
  clause: Clause,
  story: StoryFacts,
  genre: Genre,
): Setting | null {
  const words = clause.words.slice(phrase.start, phrase.end);
  const text = textOf(words);
  if (/[’']s$/u.test(text) || phrase.head.tags.has("Possessive")) return null;
  const known = knownLocation(text, phrase, story);
  if (known) return knownSetting(known, genre);
  const proper = isName(phrase) && isPlaceName(phrase);
  const kind =
    (serves(phrase) ? placeKindOf("café") : null) ??
    kindFor(phrase.head.lower, genre) ??
    (proper ? kindFor("street", genre) : null);
  if (!kind || (!proper && !isPlaceWord(phrase.head.lower))) return null;
  if (!proper && !phrase.determiner && !phrase.preposition) return null;
  // "a map of the island", "out of the harbour": not where it happens.
  if (/^(?:of|about|like|for|with|than|as)$/u.test(phrase.preposition ?? "")) return null;
  const label = [...phrase.modifiers, phrase.head.text].join(" ");
  const complement = phrase.complement ? ` ${phrase.complement}` : "";
  const capital = proper && /^\p{Lu}/u.test(phrase.modifiers[0] ?? phrase.head.text);
  const bare = capital && !isPlaceWord(phrase.head.lower) && phrase.determiner !== "the";
  const spoken = bare ? label : `the ${label}${complement}`;
  const wet =
    phrase.preposition === "in" &&
    /^(?:river|lake|canal|pond|sea|ocean|creek|stream|bay)$/u.test(phrase.head.lower);
  const preposition =
    !wet && staying.test(phrase.preposition ?? "")
      ? phrase.preposition
      : bare
        ? "in"
        : prepositionFor(phrase.head.lower, kind);
  const owner =
    /^(?:his|her|their|my|our|its|your)\s+(.+[’']s)$/u.exec(phrase.determiner ?? "")?.[1] ??
    (/[’']s$/u.test(phrase.determiner ?? "") ? phrase.determiner : null);
  const own =
    owner && !/^(?:his|her|their|my|our)$/u.test(owner)
      ? `${owner.replace(/^the /u, "")} ${label}`
      : null;
  return {
    noun: isPlaceWord(phrase.head.lower) ? phrase.head.lower : "town",
    name: titleCase(own ?? (bare ? label : `the ${label}${complement}`)).slice(0, 100),
    phrase: own && /^\p{Lu}/u.test(own) ? own : spoken,
    here: `${preposition} ${spoken}`,
    kind,
    known: null,
    described: `${label}${complement}`,
  };
}

/** A noodle shop is no market stall. */
const serves = (phrase: NounPhrase): boolean =>
  /^(?:shop|bar|stall|house|parlou?r|hut)$/u.test(phrase.head.lower) &&
  phrase.modifiers.some((word) =>
    /^(?:noodle|ramen|tea|coffee|sandwich|ice-cream|cream|pastry|cake|soup|chocolate|juice|milk|sushi)$/iu.test(
      word,
    ),
  );

/** A bridge is part of a ship among the stars. */
function kindFor(word: string, genre: Genre): PlaceKind | null {
  if (genre === "space" && /^(?:bridge|ship|deck|cabin|station|vessel|engine)$/u.test(word))
    return placeKindOf("spaceship");
  return placeKindOf(word);
}

function knownLocation(text: string, phrase: NounPhrase, story: StoryFacts): KnownEntity | null {
  const named = story.locations.find(
    ({ name }) => mentions(text, name) || mentions(name, text.replace(/^the /iu, "")),
  );
  if (named) return named;
  if (/^(?:an?|another)$/u.test(phrase.determiner ?? "") || !isPlaceWord(phrase.head.lower))
    return null;
  const head = new RegExp(`(?<!\\p{L})${phrase.head.lower}(?!\\p{L})`, "iu");
  return (
    story.locations.find(({ name, title }) => head.test(`${name} ${title}`)) ??
    story.locations.find(({ description }) => head.test(description)) ??
    null
  );
}

/** A location of the story as a setting. */
export function knownSetting(entity: KnownEntity, genre: Genre): Setting {
  const words = entity.name.replace(/^the\s+/iu, "");
  const kind =
    kindFor(words.split(" ").at(-1)?.toLowerCase() ?? "", genre) ??
    placeKindIn(`${entity.name} ${entity.title} ${entity.description}`) ??
    (placeKinds.find((one) => one.kind === "house") as PlaceKind);
  const head = words.split(" ").at(-1) ?? words;
  const definite = /^the\s/iu.test(entity.name) || isPlaceWord(head);
  const hasOwner = /[’']s\s/u.test(entity.name);
  const phrase = /^the\s/iu.test(entity.name)
    ? `the ${words.toLowerCase()}`
    : definite && !hasOwner
      ? `the ${words}`
      : entity.name;
  return {
    noun: head.toLowerCase(),
    name: entity.name,
    phrase,
    here: `${definite ? prepositionFor(head, kind) : "in"} ${phrase}`,
    kind,
    known: entity,
    described: entity.description,
  };
}

const usual: Partial<Record<Genre, string[]>> = {
  noir: ["street", "office", "bar"],
  space: ["spaceship", "planet"],
  fantasy: ["forest", "castle", "village"],
  horror: ["mansion", "graveyard", "attic"],
  sea: ["harbour", "ship", "beach"],
  western: ["desert", "saloon"],
  history: ["village", "castle", "market"],
  romance: ["café", "park", "street"],
  school: ["school", "playground"],
  children: ["garden", "meadow", "forest"],
};

/** Where such things happen, when nothing else tells. */
const usualFor: Record<string, string[]> = {
  heist: ["museum", "bank"],
  chase: ["rooftops", "market"],
  cooking: ["kitchen"],
  performance: ["theatre"],
  contest: ["field", "arena"],
  learning: ["school"],
  grief: ["graveyard", "park"],
  arrival: ["station"],
  farewell: ["station", "harbour"],
  making: ["workshop", "garage"],
  secret: ["attic", "library"],
  mystery: ["street", "office"],
  journey: ["mountain", "road"],
  danger: ["coast", "mountain"],
  discovery: ["attic", "beach", "forest"],
  romance: ["café", "park"],
  celebration: ["garden", "square"],
};

/** A place for a story that names none. */
export function inventSetting(genre: Genre, situation: string, chance: Chance): Setting {
  const anywhere = /^(?:cooking|performance|learning|grief|contest|celebration)$/u.test(situation);
  const own =
    genre === "everyday" || genre === "children" || (anywhere && genre !== "space")
      ? usualFor[situation]
      : undefined;
  return plainSetting(chance.pick(own ?? usual[genre] ?? ["street", "kitchen", "park", "café"]));
}

/** A town that is known by its name alone. */
export function placeByName(name: string, genre: Genre): Setting {
  const kind = kindFor(
    genre === "space" ? "planet" : genre === "history" ? "village" : "street",
    genre,
  );
  const setting = plainSetting("street");
  return {
    ...setting,
    noun: genre === "space" ? "planet" : "town",
    kind: kind ?? setting.kind,
    name,
    phrase: name,
    here: `in ${name}`,
    described: name,
  };
}

/** The setting of a bare word for a place: 'forest'. */
export function plainSetting(word: string): Setting {
  const kind = placeKindOf(word) ?? (placeKinds.find((one) => one.kind === "house") as PlaceKind);
  return {
    noun: word,
    name: titleCase(`the ${word}`),
    phrase: `the ${word}`,
    here: `${prepositionFor(word, kind)} the ${word}`,
    kind,
    known: null,
    described: word,
  };
}

/** The settings of a clause; `sure` are those where it must happen. */
export function settingsIn(
  clause: Clause,
  story: StoryFacts,
  genre: Genre,
): { sure: Setting[]; likely: Setting[] } {
  const stays: Setting[] = [];
  const reached: Setting[] = [];
  const likely: Setting[] = [];
  let object = false;
  for (const phrase of nounPhrases(clause.words)) {
    const setting = settingOf(phrase, clause, story, genre);
    const behindVerb = phrase.start > clause.verb;
    if (setting) {
      const isSubject = clause.verb >= 0 && !behindVerb && !phrase.preposition;
      // "the moon is bright", "a letter to the sea": near, but not where one stands.
      if (isSubject || (object && phrase.preposition === "to")) {
        if (setting.kind.kind !== "planet" || genre === "space") likely.push(setting);
      } else if (staying.test(phrase.preposition ?? "")) stays.push(setting);
      else reached.push(setting);
    }
    if (behindVerb && !phrase.preposition) object = true;
    const ofWork = phrase.modifiers.find((word) => isPlaceWord(word));
    if (ofWork && roleOf(phrase.head.lower)) likely.push(plainSetting(ofWork.toLowerCase()));
  }
  return { sure: [...stays, ...reached], likely };
}
