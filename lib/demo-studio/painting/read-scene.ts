import type { PaintRequest } from "@/lib/ai/painter";
import { anyOf, colorBefore, firstOf, inOrder, wordsOf } from "./figures/words";
import { hash, random } from "./random";
import words from "./tables.json" with { type: "json" };

export type Place = keyof typeof words.places;
export type PropName = keyof typeof words.props;

/** The painter's interpretation of a request. */
export type SceneReading = ReturnType<typeof readScene>;

export type ShotSize = keyof typeof words.framings;
const shotLine = new RegExp(`^Shot: (${Object.keys(words.framings).join("|")})\\.$`, "m");

/** The shot size that a prompt requests on a line of its own, and the prompt without it. */
export function readShot(prompt: string): { prompt: string; shot?: ShotSize } {
  const shot = prompt.match(shotLine)?.[1] as ShotSize | undefined;
  return { prompt: prompt.replace(shotLine, "").trim(), shot };
}

const places = wordsOf(words.places);
export const times = wordsOf(words.times);
export const weathers = wordsOf(words.weathers);
export const props = wordsOf(words.props);
/** What names each thing. */
export const propWords = Object.fromEntries(props) as Record<PropName, RegExp>;
const { rooms, winters } = words;
const wayside = words.wayside as Place[];

export const isHandheld = (name: PropName) => words.handheld.includes(name);

const before = new RegExp(words.beforePlaces, "i");
const besides = new RegExp(words.besidePlaces, "i");
/** Words that may follow a location, which is otherwise part of a name, as in "tram bell". */
const after = new RegExp(words.afterPlaces, "i");

/** Strength of a mention of a location: "in the old forest" counts more than a mere mention. */
function weigh(text: string, pattern: RegExp): number {
  let score = 0;
  for (const match of text.matchAll(pattern)) {
    const led = before.test(text.slice(Math.max(0, match.index - 44), match.index).trimStart());
    const whole = after.test(text.slice(match.index + match[0].length));
    score += led && whole ? 2 : led || whole ? 0.7 : 0;
  }
  return Math.min(4, score);
}

function choosePlace(prompt: string, location: PaintRequest["location"]): Place | undefined {
  const [opening = "", ...rest] = (location?.description ?? "").split(/(?<=[.!?])\s+/);
  // "A depot by the river" is a depot first.
  const [name = "", ...beside] = (location?.name ?? "").split(besides);
  const [what = "", ...around] = opening.split(besides);
  const more = [...beside, ...around, ...rest].join(". ");
  const texts = [
    [prompt, 1],
    [name, 3],
    [what, 1.6],
    [more, 0.3],
  ] as const;
  const scored = places.map(([place, pattern]) => {
    const score = texts.reduce((sum, [text, by]) => sum + weigh(text, pattern) * by, 0);
    return { place, score };
  });
  return scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score)[0]?.place;
}

function airOf(place: Place) {
  if (rooms.includes(place)) return "room";
  if (place === "ship") return "space";
  return place === "cave" || place === "underwater" || place === "space" ? place : "open";
}

/** The prompt without its characters' names and descriptions, whose things are not props. */
function withoutFigures({ prompt, figures }: PaintRequest): string {
  let text = prompt;
  for (const { name, description } of figures) {
    if (description.length > 8) text = text.replaceAll(description, " ");
    if (name) text = text.replaceAll(name, " ");
  }
  // A cake that is shaped like a dragon is a cake.
  text = text.replace(likeness, " ");
  // "She rings the bell" gives her no ring.
  return text.replace(/\b\w+s(?= (?:an?|the|his|her|their|its)\b)/gi, " ");
}

/** What a thing resembles. */
const likeness =
  /\b(?:shaped like|in the (?:shape|form) of|(?:that|which) looks? like) (?:(?:an?|the) )?[\w-]+/gi;

const { denying, ending, gone } = words.denied;
const denied = new RegExp(
  `\\b(?:${denying})\\b(?:(?!\\b(?:${ending})\\b)[^.,;:!?\\n])*|(?:\\b(?!(?:the|an?|his|her|${ending})\\b)[\\w-]+ ){1,3}(?:${gone})`,
  "gi",
);
/** A text without what it says is not there: 'no lantern', 'without a coat', 'the ship is gone'. */
export const withoutDenied = (text: string): string => text.replace(denied, " ");

/** Weather that is over. */
const pastWeather =
  /\bafter (?:the|an?) (?:\w+ )?(?:\w*storm|rain(?:fall)?|snow(?:fall)?|blizzard|fog|mist|winds?|clouds|thunder)\b/gi;
/** The weather of a text, for the writer too. */
export const weatherIn = (text: string) =>
  firstOf(weathers, withoutDenied(text).replace(pastWeather, " "));

/** What a few words say of a scene; a part is undefined if they do not. */
export const sceneWordsIn = (text: string) => ({
  place: choosePlace(text, undefined),
  time: firstOf(times, text),
  weather: weatherIn(text),
  props: inOrder(props, text),
});

export function readScene(request: PaintRequest) {
  const { prompt, location } = request;
  // Later sentences of a location describe sounds and smells: "no wind, no sound".
  const scenery = `${location?.name ?? ""}. ${location?.description.split(/(?<=[.!?])\s/)[0] ?? ""}`;
  const own = withoutFigures(request);
  // Without a named kind, the same location always looks the same.
  const seed = location?.id ?? `${request.kind}:${request.seed}`;
  const told = weatherIn(prompt);
  // Weather and skies are seen outside.
  const usualPlaces = told ? wayside.filter((one) => !rooms.includes(one)) : wayside;
  const place =
    choosePlace(own, location) ?? usualPlaces[hash(seed) % usualPlaces.length] ?? "street";
  const dark = /noir/i.test(request.artStyle) && !rooms.includes(place);
  const some = random(`time:${seed}`).pick(["day", "day", "day", "dawn", "dusk"] as const);
  const usual = dark ? "night" : place === "graveyard" ? "dusk" : location ? some : "day";
  const weather = told ?? weatherIn(scenery) ?? "clear";
  return {
    place,
    air: airOf(place),
    time: firstOf(times, prompt) ?? firstOf(times, scenery) ?? usual,
    weather,
    words: own.toLowerCase(),
    props: inOrder(props, own).slice(0, 6),
    /** The colour of a thing in the text: "a blue umbrella". */
    dye: (name: PropName) => colorBefore(own.toLowerCase(), words.props[name]),
    // Whether snow lies on the ground, characters talk, and there is speed or a shock.
    wintry:
      place === "snowfield" || weather === "snow" || anyOf(winters).test(`${prompt} ${scenery}`),
    talking: anyOf(words.talks).test(prompt),
    dramatic: anyOf(words.rushes).test(prompt),
  };
}
