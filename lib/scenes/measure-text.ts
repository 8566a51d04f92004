import type { BubbleStyle } from "./bubble";
import fontMetrics from "./font-metrics.json";

/**
 * Widths of the six lettering fonts, so that a server without fonts and every browser break lines
 * at the same places. The table is made from the font files by a test, which keeps it true.
 */
export type BubbleFont = BubbleStyle["fontFamily"];

/** Width of one line in px. Kerning is left out: the renderer turns it off. */
export type MeasureText = (
  text: string,
  font: { family: BubbleFont; weight: number },
  size: number,
) => number;

/** Code points of the table, inclusive, in the order of its entries. */
export const measuredRanges = [
  [0x20, 0x7e],
  [0xa0, 0x17f],
  [0x2013, 0x2014],
  [0x2018, 0x201e],
  [0x2022, 0x2022],
  [0x2026, 0x2026],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
] as const;

/** Entries are two digits in base 36, in five-hundredths of an em. */
export const unitsPerEm = 500;
export const missingEntry = "zz";

/** The weights that have a file of their own. */
const heaviest: Partial<Record<BubbleFont, number>> = { "Comic Neue": 700 };

const firstIndex: { from: number; to: number; index: number }[] = [];
let entries = 0;
for (const [from, to] of measuredRanges) {
  firstIndex.push({ from, to, index: entries });
  entries += to - from + 1;
}

function entryOf(codePoint: number): number {
  for (const { from, to, index } of firstIndex) {
    if (codePoint >= from && codePoint <= to) return index + codePoint - from;
  }
  return -1;
}

const isMark = /\p{M}|\p{Cf}/u;
const isWide =
  /\p{Extended_Pictographic}|[\u1100-\u115f\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{20000}-\u{3fffd}]/u;

/** Width in ems where the font has no such letter and another one steps in. */
function foreignWidth(letter: string): number {
  if (isMark.test(letter)) return 0;
  return isWide.test(letter) ? 1.1 : 0.62;
}

const decoded = new Map<string, Float64Array>();

/** Widths of a family in ems, in the order of the table; NaN where it has no such letter. */
function widthsOf(family: BubbleFont, weight: number): Float64Array {
  const heavy = heaviest[family];
  const file = heavy !== undefined && weight >= 600 ? heavy : 400;
  const key = `${family} ${file}`;
  let widths = decoded.get(key);
  if (!widths) {
    const table: Record<string, string> = fontMetrics[family];
    const digits = table[file] ?? "";
    widths = Float64Array.from({ length: entries }, (_, entry) => {
      const pair = digits.slice(entry * 2, entry * 2 + 2);
      return pair === missingEntry ? Number.NaN : Number.parseInt(pair, 36) / unitsPerEm;
    });
    decoded.set(key, widths);
  }
  return widths;
}

/** The built-in measure: the same answer everywhere, without a font or a canvas. */
export const measureText: MeasureText = (text, { family, weight }, size) => {
  const widths = widthsOf(family, weight);
  let ems = 0;
  for (const letter of text) {
    const width = widths[entryOf(letter.codePointAt(0) ?? 0)] ?? Number.NaN;
    ems += Number.isNaN(width) ? foreignWidth(letter) : width;
  }
  return ems * size;
};
