import {
  type FontRun,
  fallbackWeight,
  fontRuns,
  isMark,
  type LetteringFont,
  letteringOf,
  lettersOf,
} from "./font-fallback";
import { type Form, widthIn } from "./glyph-widths";

/** Width of one line in px, without kerning and ligatures: the renderers turn them off. */
export type MeasureText = (text: string, font: LetteringFont, size: number) => number;

const emojiWidth = 1.27;

const isBareMark = (letter: string) =>
  (letter.codePointAt(0) ?? 0) > 0x8ff && /^\p{M}/u.test(letter);
const isJoiner = (code: number) => code === 0x200c || code === 0x200d;

/** Width of a run in ems. */
function runWidth({ text, face }: FontRun, font: LetteringFont): number {
  if (face === "Noto Emoji") return lettersOf(text).length * emojiWidth;
  const name = face ?? font.family;
  const weight = face ? fallbackWeight(font) : font.weight;
  const width = (codePoint: number, form?: Form) => widthIn(name, weight, codePoint, form) || 0;
  // If a joined form is as wide as the isolated letter, the letter does not join on that side.
  const joins = (codePoint: number, form: Form) => width(codePoint, form) !== width(codePoint);
  const letters = Array.from(text, (letter) => letter.codePointAt(0) ?? 0);
  const bases = letters.filter(
    (code) => !isMark.test(String.fromCodePoint(code)) || isJoiner(code),
  );
  // Shapers draw a dotted circle for each mark without a letter.
  let ems = /\p{M}/u.test(text) ? 0.75 * lettersOf(text).filter(isBareMark).length : 0;
  let at = 0;
  for (const codePoint of letters) {
    if (codePoint !== bases[at]) {
      ems += width(codePoint);
      continue;
    }
    const before = bases[at - 1];
    const after = bases[at + 1];
    const isJoined = before !== undefined && joins(before, "initial") && joins(codePoint, "final");
    const joinsNext = after !== undefined && joins(codePoint, "initial") && joins(after, "final");
    at += 1;
    if (isJoined && joinsNext) ems += width(codePoint, "medial");
    else if (isJoined) ems += width(codePoint, "final");
    else ems += width(codePoint, joinsNext ? "initial" : undefined);
  }
  return ems;
}

/** Cache of word widths by lettering, since lines are measured often. */
const known = new Map<string, number>();

function wordWidth(word: string, font: LetteringFont, key: string): number {
  const id = `${key}${word}`;
  let ems = known.get(id);
  if (ems === undefined) {
    ems = fontRuns(word, font).reduce((sum, run) => sum + runWidth(run, font), 0);
    if (known.size > 5000) known.clear();
    known.set(id, ems);
  }
  return ems;
}

/** The built-in measure: the same result everywhere, without a font or a canvas. */
export const measureText: MeasureText = (text, font, size) => {
  const lettering = letteringOf(text, font);
  const { family, base } = lettering;
  const key = `${family} ${font.weight} ${base} `;
  const words = text.split(" ");
  const weight = base ? fallbackWeight(font) : font.weight;
  const spaces = (words.length - 1) * (widthIn(base ?? family, weight, 32) || 0.25);
  return words.reduce((sum, word) => sum + wordWidth(word, lettering, key), spaces) * size;
};
