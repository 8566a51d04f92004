import { blend } from "../color";
import vocabulary from "./vocabulary.json" with { type: "json" };

/** Separates instructions about a figure's looks from the description of its identity. */
export const mark = "\u0001";

export type Age = keyof typeof vocabulary.ages;

/** Meanings by words: for each meaning a regular expression that matches whole words. */
export type Words<Meaning extends string> = readonly (readonly [Meaning, RegExp])[];

/** A pattern for whole words; `words` is a list of alternatives. */
export const anyOf = (words: string, flags = "i") => new RegExp(`\\b(?:${words})\\b`, flags);

export const wordsOf = <Meaning extends string>(table: Record<Meaning, string>) =>
  (Object.entries(table) as [Meaning, string][]).map(
    ([meaning, words]) => [meaning, anyOf(words, "gi")] as const,
  );

/** The first meaning, in the table's order, in the text; a later instruction takes precedence. */
export const firstOf = <Meaning extends string>(table: Words<Meaning>, text: string) =>
  inParts(text, (part) => table.find(([, words]) => part.search(words) >= 0)?.[0]);
const inParts = <Found>(text: string, read: (part: string) => Found | undefined) =>
  text.split(mark).map(read).find(Boolean);

/** All matches of a table's words in a text, meaning by meaning. */
export const allOf = <Meaning extends string>(table: Words<Meaning>, text: string) =>
  table.flatMap(([meaning, words]) =>
    [...text.matchAll(words)].map(({ 0: { length }, index }) => ({ meaning, length, index })),
  );

/** The meanings in a text, in order of mention. */
export const inOrder = <Meaning extends string>(table: Words<Meaning>, text: string) => {
  const found = allOf(table, text).sort((a, b) => a.index - b.index);
  return [...new Set(found.map(({ meaning }) => meaning))];
};

/** The meaning with the longest match in a text: "wool cap" wins over "cap". */
export const longestOf = <Meaning extends string>(table: Words<Meaning>, text: string) =>
  allOf(table, text).sort((a, b) => b.length - a.length)[0]?.meaning;

const named: Partial<Record<string, string>> = vocabulary.colors;
const color = `(?:(dark|deep|pale|light|faded|dusty|soft|bright)[- ])?(${Object.keys(named).join("|")})`;

function colorIn(match: RegExpExecArray | null): string | undefined {
  const [, adjective = "", name = ""] = match ?? [];
  const plain = named[name];
  if (!plain) return undefined;
  if (/dark|deep/.test(adjective)) return blend(plain, "#0c0a14", 0.36);
  return /pale|light|faded|dusty|soft/.test(adjective) ? blend(plain, "#fff8ec", 0.4) : plain;
}

export const anyColor = (text: string) => colorIn(new RegExp(`\\b${color}\\b`).exec(text));

/** The colour of one of `nouns`: "dark blue wool coat" or "an oilskin jacket in yellow". */
export const colorBefore = (text: string, nouns: string) =>
  inParts(text, (part) => colorBeside(part, nouns));
function colorBeside(text: string, nouns: string): string | undefined {
  const before = `\\b${color}(?:(?:ish)?[- ](?!hair|eyes|skin|fur|and\\b|with\\b|over\\b)[a-z-]+){0,2}?[- ](?:${nouns})\\b`;
  const found =
    colorIn(new RegExp(before).exec(text)) ??
    colorIn(new RegExp(`\\b(?:${nouns}) (?:(?:in|is|are) )?${color}\\b`).exec(text));
  if (found) return found;
  const vague = new RegExp(`\\b(dark|light|pale) (?:${nouns})\\b`).exec(text)?.[1];
  return vague && (vague === "dark" ? "#3b3640" : "#e6dcc6");
}

const hairs = wordsOf(vocabulary.hair);
const nearHair = new RegExp(vocabulary.nearHair, "g");

/** The described hair colour: the word nearest to the noun, as in "long black wavy hair". */
export function hairColor(text: string): string | undefined {
  return text
    .matchAll(nearHair)
    .map(([words]) => words.replace(/.*\b(with|wearing|in|eyes?|skin|coat|jacket|dress)\b/, ""))
    .map((words) => allOf(hairs, words).sort((a, b) => b.index - a.index)[0]?.meaning)
    .find(Boolean);
}

const skins = wordsOf(vocabulary.skin);
const peoples = wordsOf(vocabulary.peoples);

/** The described skin, if any. */
export function skinColor(text: string): string | undefined {
  const phrase =
    /((?:[a-z-]+ ){0,2}[a-z-]+)[ -](?:skin(?:ned)?|complexion)\b/.exec(text)?.[1] ?? "";
  const found = firstOf(skins, phrase);
  if (found === "own") return blend(anyColor(phrase) ?? "#9ccf8a", "#ffffff", 0.3);
  return found ?? firstOf(peoples, text);
}
