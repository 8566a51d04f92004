import {
  arabic,
  fallbackFontOf,
  fallbackWeight,
  isMark,
  type LetteringFont,
} from "./font-fallback";
import { widthIn } from "./glyph-widths";

/** Width of one line in px, without kerning and ligatures: the renderers turn them off. */
export type MeasureText = (text: string, font: LetteringFont, size: number) => number;

const emojiWidth = 1.27;
/** Ems of a letter that no table contains. */
const unknownWidth = 0.62;
const isWide =
  /^[\u1100-\u115f\u2190-\u21ff\u2460-\u27ff\u2b00-\u2bff\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;
const regionalIndicator = /^[\u{1f1e6}-\u{1f1ff}]/u;
const skinTone = /^[\u{1f3fb}-\u{1f3ff}]/u;
const zeroWidthJoiner = "\u200d";

/** The selector for the emoji of a letter that is text by default. */
const asksForEmoji = (code: number) => code === 0xfe0f || code === 0x20e3;
/** An Arabic letter joins these, regardless of marks in between. */
const joins = /^\p{M}*[\u0622-\u064a\u066e-\u06d3]/u;

/** Width of a letter in ems, where its neighbours do not matter; NaN where they do. */
function plainWidth(letter: string, font: LetteringFont): number {
  const codePoint = letter.codePointAt(0) ?? 0;
  const own = widthIn(font.family, font.weight, codePoint);
  if (!Number.isNaN(own)) return own;
  if (isMark.test(letter)) return 0;
  const face = fallbackFontOf(letter, font);
  switch (face) {
    case "Noto Emoji":
    case "Playpen Sans Arabic":
      return Number.NaN;
    case "Jua":
      return 0.85;
    case "Mochiy Pop One":
    case null:
      return isWide.test(letter) ? 1 : unknownWidth;
    default: {
      const width = widthIn(face, fallbackWeight(font), codePoint);
      return Number.isNaN(width) ? unknownWidth : width;
    }
  }
}

/** Width in ems of an emoji or an Arabic letter among its neighbours. */
function widthBeside(letter: string, before: string, after: string): number {
  if (arabic.test(letter)) {
    const entry = joins.test(after) ? "joined" : 400;
    const width = widthIn("Playpen Sans Arabic", entry, letter.codePointAt(0) ?? 0);
    return Number.isNaN(width) ? unknownWidth : width;
  }
  // Two indicators are one flag; a skin tone or a joined emoji adds no width.
  if (regionalIndicator.test(letter)) return emojiWidth / 2;
  const isPart = before === zeroWidthJoiner || (skinTone.test(letter) && before !== "");
  return isPart ? 0 : emojiWidth;
}

/** Cached widths by font and code point: lines are measured again and again. */
const known = new Map<string, Map<number, number>>();

function knownOf({ family, weight }: LetteringFont): Map<number, number> {
  const key = `${family} ${weight}`;
  let widths = known.get(key);
  if (!widths || widths.size > 4000) {
    widths = new Map();
    known.set(key, widths);
  }
  return widths;
}

/** The built-in measure: the same result everywhere, without a font or a canvas. */
export const measureText: MeasureText = (text, font, size) => {
  const widths = knownOf(font);
  let ems = 0;
  let before = "";
  let read = 0;
  for (const letter of text) {
    read += letter.length;
    const codePoint = letter.codePointAt(0) ?? 0;
    let width = widths.get(codePoint);
    if (width === undefined) {
      width = plainWidth(letter, font);
      widths.set(codePoint, width);
    }
    if (asksForEmoji(text.charCodeAt(read)) && !isMark.test(letter)) {
      width = before === zeroWidthJoiner ? 0 : emojiWidth;
    }
    ems += Number.isNaN(width) ? widthBeside(letter, before, text.slice(read, read + 8)) : width;
    before = letter;
  }
  return ems * size;
};
