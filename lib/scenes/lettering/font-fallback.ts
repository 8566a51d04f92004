import type { TextBubble } from "../bubbles/schema";
import { type Face, faceNames } from "./faces";
import { type BubbleFont, boldWeight, hasBold, hasLetter } from "./glyph-widths";

/**
 * Chooses the faces of a text, so that reader, editor, downloads and the server's pictures agree:
 * browsers would choose differently on every system.
 */

/** Faces for letters that the lettering font lacks. */
export type FallbackFont = Exclude<Face, BubbleFont>;

export interface LetteringFont {
  family: BubbleFont;
  weight: number;
  /** The face of the whole text; null for the family itself, undefined if not chosen yet. */
  base?: FallbackFont | null;
}

/** Weight of a fallback font: most of the lettering fonts are bold by design. */
export const fallbackWeight = ({ family, weight }: LetteringFont): 400 | 700 =>
  hasBold(family) && weight < boldWeight ? 400 : 700;

/** A run of letters in one face; null for the bubble's own font. */
export interface FontRun {
  text: string;
  face: FallbackFont | null;
}

/** Marks and controls take the font of their base letter. */
export const isMark = /^[\p{M}\p{Cf}\p{Cc}]/u;
/** Characters that leave no ink: no face needs them. */
const inkless = /^(?:[\p{Cf}\p{Cc}\p{Z}\p{Variation_Selector}]|\u034f|\u115f|\u1160|\u3164)$/u;
/** From Unicode's tables: browsers have different versions of them. */
const emoji =
  /^[\u{1f000}-\u{1faff}\u231a\u231b\u23e9-\u23f3\u25fd\u25fe\u2614\u2615\u2639\u263a\u2648-\u2653\u265f\u2660\u2663\u2665\u2666\u267f\u2693-\u2697\u26a0\u26a1\u26aa\u26ab\u26bd\u26be\u26c4\u26c5\u26ce\u26d4\u26ea\u26f2-\u26f5\u26fa\u26fd\u2705\u2708-\u270d\u2728\u274c\u274e\u2753-\u2755\u2757\u2763\u2764\u2795-\u2797\u27b0\u27bf\u2b1b\u2b1c\u2b50\u2b55]/u;
/** The emoji selector after a letter that is text by default, such as ☎ or a digit in a box. */
const asEmoji = /\ufe0f|\u20e3/u;
const kana = /[\u3040-\u30ff]/u;
const space = /^\s/u;

const fallbacks = faceNames.slice(6) as FallbackFont[];
/** Ideographs beside kana are Japanese. */
const japanese: FallbackFont[] = ["Mochiy Pop One", ...fallbacks];

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
const plain = /^[\u0020-\u007e]*$/;

/** The letters of a text, each with its marks. */
export const lettersOf = (text: string): string[] =>
  Array.from(segmenter.segment(text), ({ segment }) => segment);

function hasAll(face: Face, letters: Iterable<string>): boolean {
  for (const letter of letters) {
    for (const part of letter) {
      if (!inkless.test(part) && !hasLetter(face, part.codePointAt(0) ?? 0)) return false;
    }
  }
  return true;
}

const isEmoji = (letter: string, family: BubbleFont) =>
  asEmoji.test(letter) ||
  (emoji.test(letter) &&
    !hasAll(family, [letter]) &&
    hasLetter("Noto Emoji", letter.codePointAt(0) ?? 0));

/** The letters of each word, without emoji: these should all have the same face. */
function wordsOf(text: string, family: BubbleFont): string[][] {
  const words: string[][] = [[]];
  for (const letter of lettersOf(text)) {
    if (space.test(letter)) words.push([]);
    else if (!isEmoji(letter, family)) words.at(-1)?.push(letter);
  }
  return words;
}

const isLetter = /^[\p{L}\p{N}]/u;

/**
 * The first face that has all letters of a text, except for whole words in another script;
 * otherwise the face that has the most letters.
 */
function baseOf(text: string, family: BubbleFont): FallbackFont | null {
  if (plain.test(text)) return null;
  const words = wordsOf(text, family);
  const count = words.flat().filter((letter) => isLetter.test(letter)).length;
  let best: Face = family;
  let most = 0;
  for (const face of [family, ...(kana.test(text) ? japanese : fallbacks)]) {
    let found = 0;
    let isWhole = true;
    for (const word of words) {
      const letters = word.filter((letter) => isLetter.test(letter));
      const own = letters.filter((letter) => hasAll(face, [letter])).length;
      found += own;
      if (own > 0 && own < letters.length) isWhole = false;
      if (own > 0 && !hasAll(face, word)) isWhole = false;
    }
    if (isWhole && found * 2 >= count) return face === family ? null : (face as FallbackFont);
    if (found > most) {
      best = face;
      most = found;
    }
  }
  return best === family ? null : (best as FallbackFont);
}

const chosen = new Map<string, FallbackFont | null>();

/** The font of a text, with the face for the whole text. */
export function letteringOf(text: string, { family, weight, base }: LetteringFont): LetteringFont {
  if (base !== undefined || plain.test(text)) return { family, weight, base: base ?? null };
  const key = `${family} ${text}`;
  let face = chosen.get(key);
  if (face === undefined) {
    face = baseOf(text.normalize("NFC"), family);
    if (chosen.size > 2000) chosen.clear();
    chosen.set(key, face);
  }
  return { family, weight, base: face };
}

/** The lettering of a bubble. */
export const bubbleLettering = ({ text, style }: Pick<TextBubble, "text" | "style">) =>
  letteringOf(text, { family: style.fontFamily, weight: style.fontWeight });

/** Replaces a letter that no face has, since browsers would use a system font or draw a box. */
const missing = "·";

/** Letters that no face has. */
export const missingLetters = (text: string): string[] => [
  ...new Set(
    lettersOf(text.normalize("NFC")).filter(
      (letter) =>
        !plain.test(letter) && !faceNames.some((face) => hasAll(face, [firstEmoji(letter)])),
    ),
  ),
];

/** If the font lacks a joined emoji, its first emoji is drawn. */
const firstEmoji = (letter: string) =>
  asEmoji.test(letter) || emoji.test(letter)
    ? String.fromCodePoint(letter.codePointAt(0) ?? 0)
    : letter;

/** Splits a line into runs of one face each; letters keep their marks. */
export function fontRuns(line: string, font: LetteringFont): FontRun[] {
  if (plain.test(line) && !font.base) return [{ text: line, face: null }];
  const { family, base = null } = letteringOf(line, font);
  const own: Face = base ?? family;
  const runs: FontRun[] = [];
  const add = (text: string, face: Face) => {
    const name = face === family ? null : (face as FallbackFont);
    const last = runs.at(-1);
    if (last && last.face === name) last.text += text;
    else runs.push({ text, face: name });
  };
  const order: Face[] = [own, family, ...(kana.test(line) ? japanese : fallbacks)];
  const faceOf = (letters: string[]) => order.find((face) => hasAll(face, letters));
  let word: string[] = [];
  const addWord = () => {
    const whole = faceOf(word);
    for (const letter of word) {
      const face = whole ?? faceOf([letter]);
      add(face ? letter : missing, face ?? own);
    }
    word = [];
  };
  for (const letter of lettersOf(line)) {
    const isSpace = space.test(letter);
    const isPicture = isEmoji(letter, family);
    if (!isSpace && !isPicture) {
      word.push(letter);
      continue;
    }
    addWord();
    add(letter, isSpace ? own : "Noto Emoji");
  }
  addWord();
  return runs;
}

/** The fallback faces that a bubble needs. */
export const fallbackFontsIn = (bubble: TextBubble): Set<FallbackFont> =>
  new Set(
    fontRuns(bubble.text.normalize("NFC"), bubbleLettering(bubble)).flatMap(
      ({ face }) => face ?? [],
    ),
  );

const rightToLeft =
  /^[\u05d0-\u05ea\u05ef-\u05f4\u0620-\u064a\u066e-\u06d5\u06fa-\u07ea\u0750-\u077f\u08a0-\u08c9\ufb1d-\ufdff\ufe70-\ufefc\u200f\u061c\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** The direction of a text, from its first strong letter. */
export function directionOf(text: string): "ltr" | "rtl" {
  for (const letter of text) {
    if (rightToLeft.test(letter)) return "rtl";
    if (/^[\p{L}\u200e]/u.test(letter)) return "ltr";
  }
  return "ltr";
}
