import nlp from "compromise";
import { truncateText } from "@/lib/ai/prompts/truncate-text";
import english from "./data/english.json";
import patterns from "./data/patterns.json";

/** A pattern for the words of a list, with possible endings. */
export const oneOf = (list: string, ending = "") => new RegExp(`^(?:${list})${ending}$`, "u");

/** A pattern for a standalone word or name, whatever characters it contains. */
export function wholeWord(word: string, flags = "iu"): RegExp {
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/gu, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, flags);
}

export const capitalise = (text: string): string =>
  text.replace(/^([^\p{L}\p{N}]*)(\p{L})/u, (match) => match.toLocaleUpperCase("en"));

const smallWord = /^(?:an?|the|and|but|or|of|in|on|at|to|for|by|with|from|into|as|is)$/u;
/** 'the old forest' → 'The Old Forest'; words with capitals of their own keep them. */
export const titleCase = (text: string): string =>
  text
    .split(/(?<=[ -])/u)
    .map((word, at, { length }) =>
      at > 0 && at < length - 1 && smallWord.test(word.trim()) ? word : capitalise(word),
    )
    .join("");

/** Fills the slots of a template. */
export const fill = (template: string, slots: Record<string, string>): string =>
  template.replace(/\{(\w+)\}/gu, (_, slot: string) => slots[slot] ?? "");

/** 'hour' takes 'an', 'university' takes 'a': by rules of thumb about the sound. */
export function withArticle(noun: string): string {
  const vowel = /^(?:hour|honest|heir|(?!uni|use|usual|eu|one\b|ufo)[aeiou8])/iu.test(noun);
  return `${vowel ? "an" : "a"} ${noun}`;
}

/** A sentence: capital at its start, one mark at its end, no space in front of marks. */
export function sentence(text: string): string {
  const clean = text
    .replace(/\s+/gu, " ")
    .replace(/\s+([,.;:!?…])/gu, "$1")
    .replace(/([,;:])(?=[,;:.!?…])/gu, "")
    .replace(/^[\s,;:.–—-]+|[\s,;:–—-]+$/gu, "")
    .replace(/\.{4,}/gu, "…")
    .replace(/([!?])\1+/gu, "$1");
  if (clean === "") return "";
  return capitalise(/[.!?…。！？][”"’')\]]*$/u.test(clean) ? clean : `${clean}.`);
}

/** A finite verb in the present tense, as a picture shows it: 'carried' → 'carries'. */
export function inPresent(verb: string, plural: boolean): string {
  if (/^(?:am|are|is|was|were|\p{L}+[’'](?:s|re|m))$/iu.test(verb)) return plural ? "are" : "is";
  if (/^(?:have|has|had)$/iu.test(verb)) return plural ? "have" : "has";
  if (/n[’']t$|not$/u.test(verb)) return verb;
  const [forms] = nlp(`they ${verb.toLowerCase()}`).verbs().conjugate() as Record<string, string>[];
  const found = forms?.[plural ? "Infinitive" : "PresentTense"] ?? "";
  return /^\p{L}+$/u.test(found) ? found : verb;
}

const [common = [], foreign = []] = [english.common, english.foreign].map((all) => all.split(" "));

/** Whether a text can be parsed as English; other texts are used unchanged. */
export function isEnglish(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0 || (text.match(/[a-z]/giu)?.length ?? 0) / letters < 0.85) return false;
  const words = text.toLowerCase().match(/\p{L}+(?:[’']\p{L}+)?/gu) ?? [];
  const own = words.filter((word) => common.includes(word)).length;
  const other = words.filter((word) => foreign.includes(word) && !common.includes(word)).length;
  if (other > own || (own === 0 && words.length > 2 && /[äöüßéèêàçñõãåøæœłśżęąş]/iu.test(text)))
    return false;
  return own > 0 || words.length <= 6;
}

/** Comfortable length of a bubble. */
const lineLimit = 90;

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });
export const sentencesIn = (text: string): string[] =>
  [...segmenter.segment(text)].map(({ segment }) => segment.trim());

const breaks = patterns.breaks.map((one) => new RegExp(one, "u"));

/** A text as caption-sized pieces: by sentences, long ones broken at phrases. */
export function piecesOf(text: string): string[] {
  return sentencesIn(text).flatMap((segment) => {
    const pieces: string[] = [];
    let rest = segment;
    while (rest.length > lineLimit && pieces.length < 24) {
      const room = rest.slice(0, lineLimit - 2).replace(/[\ud800-\udbff]$/, "");
      const at = breaks.map((one) => one.exec(room)).find((match) => match && match.index > 3);
      const head = at ? room.slice(0, at.index + at[0].length) : room;
      pieces.push(`${head.replace(/[\s,;:–—-]+$/u, "")} …`);
      rest = `… ${rest.slice(head.length).trim()}`;
    }
    return rest === "" ? pieces : [...pieces, rest];
  });
}

/** The same, with pieces up to a bubble's limit. */
export const fittingPieces = (text: string): string[] =>
  (text.length <= lineLimit ? [text] : piecesOf(text)).map((one) => truncateText(one, lineLimit));
