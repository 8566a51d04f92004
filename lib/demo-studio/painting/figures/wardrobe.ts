import type { Random } from "../random";
import vocabulary from "./vocabulary.json" with { type: "json" };
import { allOf, colorBefore, firstOf, longestOf, wordsOf } from "./words";

export type Hat = "none" | keyof typeof vocabulary.hats;

const { bright, quiet, usualShoes } = vocabulary;
/** Clothes by profession. A profession without an entry wears plain clothes. */
const callings = wordsOf(vocabulary.callings);

/** "The daughter of a king" and "dreams of being an astronaut" name another person's calling. */
const elsewhere = new RegExp(vocabulary.elsewhere);

/** The clothes of the first calling in a description, or of one at the beginning of a name. */
export function callingOf(described: string, name: string): string {
  const rank = name.toLowerCase().replace(/^(?:(?:the|old|young|little) )+/, "");
  const ranks = callingsIn(rank).filter(({ index }) => index === 0);
  return [...callingsIn(described), ...ranks][0]?.meaning ?? "";
}

function callingsIn(text: string) {
  return allOf(callings, text)
    .filter(({ index }) => !elsewhere.test(text.slice(0, index).trimEnd()))
    .filter(({ index, length }) => !/^s?['’]/.test(text.slice(index + length)))
    .sort((a, b) => a.index - b.index || b.length - a.length);
}

const hats = wordsOf(vocabulary.hats);
const outers = wordsOf(vocabulary.outers);
const tops = wordsOf(vocabulary.tops);
const bottoms = wordsOf(vocabulary.bottoms);
const coats = wordsOf(vocabulary.coats);
/** Nouns of clothes that may have a colour, and default colours. */
const { nouns } = vocabulary;
const usual: Partial<Record<string, string>> = vocabulary.usualColors;

const bareheaded = /\b(?:no|without a) (?:hat|helmet|crown)\b|\bhelmet under\b/;

/** Headwear; words of the description take precedence over the calling. */
export const hatOf = (described: string, calling: string): Hat =>
  bareheaded.test(described)
    ? "none"
    : (longestOf(hats, described) ?? longestOf(hats, calling) ?? "none");

/** Clothes from the words, then from the calling, the rest from the seed. */
export function dress(described: string, calling: string, chance: Random, hat: Hat) {
  const main = chance.pick(bright);
  const second = chance.pick(quiet);
  const either = <T>(read: (text: string) => T | undefined) => read(described) ?? read(calling);
  const colored = (words: string) => either((text) => colorBefore(text, words));
  const named = either((text) => longestOf(tops, text));
  const over = either((text) => longestOf(outers, text));
  const outer = over ?? (!named && chance.chance(0.4) ? "jacket" : "none");
  const top = named ?? (outer === "vest" ? "shirt" : chance.pick(["tee", "shirt", "sweater"]));
  const bottom = either((text) => firstOf(bottoms, text)) ?? "trousers";
  const coat = firstOf(coats, `${described} ${calling}`) ?? second;
  const free = outer === "none" ? main : chance.pick(["#f2efe8", "#e9dcc0", main]);
  const below = chance.pick(quiet);
  const shoes = chance.pick(usualShoes);
  const ownColor = colored(nouns.outer) ?? usual[outer];
  const outerColor = ownColor ?? (outer === "coat" ? coat : outer === "none" ? second : main);
  const topColor = colored(nouns.top) ?? usual[top] ?? free;
  const lined = outer === "cloak" || outer === "cape" ? outerColor : topColor;
  const legs = /\bjeans\b/.test(described) ? "#44618f" : top === "suit" ? topColor : below;
  const scarved = /\b(?<!head ?)(?:scarf|neckerchief)\b/.test(described) && hat !== "headscarf";
  const tied = /\b(?:bow ?|neck)?tie\b/.test(described) || top === "suit";
  return {
    outer,
    outerColor,
    top,
    topColor,
    bottom,
    hat,
    bottomColor: colored(nouns.bottom) ?? legs,
    shoes: colorBefore(described, "shoes|boots|sneakers|sandals") ?? shoes,
    hatColor: colored(nouns.hat) ?? usual[hat] ?? (hat === "hood" ? lined : main),
    scarf: scarved ? (colorBefore(described, nouns.scarf) ?? "#c8312b") : undefined,
    tie: tied ? (colorBefore(described, nouns.tie) ?? "#b0302c") : undefined,
  };
}
