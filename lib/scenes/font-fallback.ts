import { type BubbleFont, boldWeight, hasBold, type MeasuredFont, widthIn } from "./glyph-widths";

/**
 * Chooses a font for each letter. Browsers would choose by themselves, every system differently:
 * this way reader, editor, downloads and the server's picture agree.
 */

/** Fallback fonts where the lettering font lacks a letter. */
export type FallbackFont =
  | "Comic Relief"
  | "Baloo 2"
  | "Playpen Sans Hebrew"
  | "Playpen Sans Arabic"
  | "Itim"
  | "Jua"
  | "Noto Emoji"
  | "Mochiy Pop One";

export interface LetteringFont {
  family: BubbleFont;
  weight: number;
}

/** Weight of a fallback font: most of the lettering fonts are bold by design. */
export const fallbackWeight = ({ family, weight }: LetteringFont): 400 | 700 =>
  hasBold(family) && weight < boldWeight ? 400 : 700;

/** A run of letters in one font; null is the bubble's own. */
interface FontRun {
  text: string;
  face: FallbackFont | null;
}

/** Marks and controls take the font of their base letter. */
export const isMark = /^[\p{M}\p{Cf}\p{Cc}]/u;
const hebrew = /^[\u0590-\u05ff\u20aa\ufb1d-\ufb4f]/u;
export const arabic = /^[\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\ufb50-\ufdff\ufe70-\ufefc]/u;
const thai = /^[\u0e00-\u0e7f]/u;
const hangul = /^[\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3]/u;
const devanagari = /^[\u0900-\u097f]/u;
/** From Unicode's tables: browsers have different versions of them. */
const emoji =
  /^[\u{1f000}-\u{1faff}\u231a\u231b\u23e9-\u23f3\u25fd\u25fe\u2614\u2615\u2639\u263a\u2648-\u2653\u265f\u2660\u2663\u2665\u2666\u267f\u2693-\u2697\u26a0\u26a1\u26aa\u26ab\u26bd\u26be\u26c4\u26c5\u26ce\u26d4\u26ea\u26f2-\u26f5\u26fa\u26fd\u2705\u2708-\u270d\u2728\u274c\u274e\u2753-\u2755\u2757\u2763\u2764\u2795-\u2797\u27b0\u27bf\u2b1b\u2b1c\u2b50\u2b55]/u;
/** The emoji selector after a letter that is text by default, such as ☎ or a digit in a box. */
const asEmoji = /\ufe0f|\u20e3/u;

/** The measured fallback fonts, in the order of lookup. */
const measured = ["Comic Relief", "Baloo 2"] as const satisfies readonly MeasuredFont[];

const chosen = new Map<string, FallbackFont | null>();

/** The font of one standalone letter. */
export function fallbackFontOf(
  letter: string,
  { family, weight }: LetteringFont,
): FallbackFont | null {
  const key = `${letter}${family}`;
  let face = chosen.get(key);
  if (face === undefined) {
    face = lookUp(letter, { family, weight });
    if (chosen.size > 5000) chosen.clear();
    chosen.set(key, face);
  }
  return face;
}

function lookUp(letter: string, { family, weight }: LetteringFont): FallbackFont | null {
  const codePoint = letter.codePointAt(0) ?? 0;
  if (!Number.isNaN(widthIn(family, weight, codePoint)) || isMark.test(letter)) return null;
  if (hebrew.test(letter)) return "Playpen Sans Hebrew";
  if (arabic.test(letter)) return "Playpen Sans Arabic";
  if (emoji.test(letter)) return "Noto Emoji";
  if (devanagari.test(letter)) return "Baloo 2";
  if (thai.test(letter)) return "Itim";
  if (hangul.test(letter)) return "Jua";
  const other = measured.find((font) => !Number.isNaN(widthIn(font, weight, codePoint)));
  return other ?? "Mochiy Pop One";
}

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
const plain = /^[\u0020-\u007e]*$/;

/** Splits a line into runs of one font each; letters keep their marks. */
export function fontRuns(line: string, font: LetteringFont): FontRun[] {
  if (plain.test(line)) return [{ text: line, face: null }];
  const runs: FontRun[] = [];
  for (const { segment } of segmenter.segment(line)) {
    const face = asEmoji.test(segment) ? "Noto Emoji" : fallbackFontOf(segment, font);
    const last = runs.at(-1);
    if (last && last.face === face) last.text += segment;
    else runs.push({ text: segment, face });
  }
  return runs;
}

/** The fonts that step in for a text. */
export const fallbackFontsIn = (text: string, font: LetteringFont): Set<FallbackFont> =>
  new Set(fontRuns(text.normalize("NFC"), font).flatMap(({ face }) => face ?? []));

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
