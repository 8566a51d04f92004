import type { PaintedFigure, PaintRequest } from "@/lib/ai/painter";
import { appearanceOf } from "./figures/appearance";
import vocabulary from "./figures/vocabulary.json" with { type: "json" };
import { anyColor, mark, wordsOf } from "./figures/words";
import words from "./tables.json" with { type: "json" };

/** One thing that somebody wants of a picture: to have it, or not to have it. */
export interface Wish {
  text: string;
  away: boolean;
}

const taking = new RegExp(`\\b(?:${words.away})\\b`, "i");
const takingOff = /\b(?:take|put|move)\b(.+)\b(?:away|off|out)\b/i;
const isFiller = /^(?:please|thanks?|thank you|make it|instead|too|also|a bit|now|just)?$/i;

/** 'Make it evening, and stop the rain and the wind' is three: to have one, and to be rid of two. */
export function wishesIn(prompt: string): Wish[] {
  let away = false;
  return prompt.split(/[.,;!?\n]+|\b(?:and|but|then|with)\b/i).flatMap((part): Wish[] => {
    const text = part.trim();
    if (isFiller.test(text)) return [];
    const rid = taking.test(text) || takingOff.test(text);
    // "the wind" goes with the rain; "a red scarf" does not.
    away = rid || (away && /^(?:the|any|all|his|her|their|its|that|those|or)\b/i.test(text));
    return [{ text, away }];
  });
}

const skies = [wordsOf(words.weathers), wordsOf(words.times)];
const props = wordsOf(words.props);
const { body, hides, nouns } = vocabulary;
const worn = new RegExp(`\\b(?:${[...Object.values(nouns), body].join("|")})\\b`, "i");
/** Whether a wish is about somebody's looks: 'grey feathers', 'a red scarf'. */
export const isLooks = (text: string) => worn.test(text);
const furry = new RegExp(`\\b(?:${hides})\\b`, "i");
const everybody = new RegExp(`\\b(?:${words.everybody})\\b`, "i");
const company = new RegExp(`\\b(?:${vocabulary.subjects.company})\\b|[,.;]`, "i");

/** Whether a word is somebody's name or says what they are: 'Waldo', 'pigeon', 'bird'. */
const isCalled = (one: PaintedFigure, word: string) =>
  word.length > 2 &&
  new RegExp(`\\b${word}\\b`, "i").test(
    `${one.name} ${one.description.split(company)[0]} ${appearanceOf(one).species}`,
  );

const namesIn = (text: string) =>
  (text.match(/\p{L}+/gu) ?? []).filter(
    (word) => !worn.test(word) && !anyColor(word.toLowerCase()),
  );

/** The pictures that may be what is meant, the likeliest first. */
export function granting(request: PaintRequest, { text, away }: Wish): PaintRequest[] {
  if (away) return [without(request, text)];
  const { figures } = request;
  const named = figures.filter((one) => namesIn(text).some((word) => isCalled(one, word)));
  const noun = worn.exec(text)?.[0].toLowerCase();
  const wearers = figures.filter(
    ({ description }) => noun && description.toLowerCase().includes(noun),
  );
  const beasts = furry.test(text)
    ? figures.filter((one) => appearanceOf(one).species !== "human")
    : [];
  const [who = figures[0]] = [...named, ...beasts, ...wearers];
  const isWorn = who && (noun || (named.length > 0 && anyColor(text.toLowerCase())));
  const described = (one: PaintedFigure) =>
    one === who ? { ...one, description: `${text}.${mark}${one.description}` } : one;
  const dressed = isWorn ? [{ ...request, figures: figures.map(described) }] : [];
  // A portrait shows nothing but its figure.
  return request.kind === "character" ? dressed : [...dressed, added(request, text)];
}

/** The hour and the weather give way to those that are asked for. */
function added(request: PaintRequest, text: string): PaintRequest {
  const old = skies
    .filter((table) => table.some(([, pattern]) => text.search(pattern) >= 0))
    .flat();
  const { prompt, ...rest } = silent(
    request,
    old.map(([, pattern]) => pattern),
  );
  return { ...rest, prompt: `${text}. ${prompt}` };
}

function without(request: PaintRequest, text: string): PaintRequest {
  const isMeant = ([, pattern]: readonly [string, RegExp]) => text.search(pattern) >= 0;
  const weather = skies[0]?.filter(isMeant) ?? [];
  const meant = [...skies.flat(), ...props].filter(isMeant).map(([, pattern]) => pattern);
  const { prompt, ...rest } = silent(request, meant);
  const noun = /(\p{L}+)(?: (?:away|off|out))?\W*$/u.exec(text)?.[1] ?? "";
  const staying = everybody.test(text) ? [] : rest.figures.filter((one) => !isCalled(one, noun));
  const bare = new RegExp(`\\b(?:[\\w-]+ ){0,2}${noun}\\b`, "gi");
  const figures = worn.test(text)
    ? rest.figures.map((one) => ({
        ...one,
        description: `${/hat|cap|helmet|crown/i.test(noun) ? "no hat" : /beard/i.test(noun) ? "no beard" : ""}${mark}${one.description.replace(bare, " ")}`,
      }))
    : staying;
  return { ...rest, figures, prompt: weather.length > 0 ? `Clear sky. ${prompt}` : prompt };
}

/** A request that says nothing of some things, nor does its place. */
function silent(request: PaintRequest, patterns: readonly RegExp[]): PaintRequest {
  const cut = (text: string) => patterns.reduce((rest, one) => rest.replace(one, " "), text);
  const { location } = request;
  const place = location && { ...location, description: cut(location.description) };
  return { ...request, prompt: cut(request.prompt), ...(place ? { location: place } : {}) };
}
