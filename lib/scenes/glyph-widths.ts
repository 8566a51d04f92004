import type { BubbleStyle } from "./bubble-schema";
import fontMetrics from "./font-metrics.json";

/**
 * Letter widths of the six lettering fonts and the fallback fonts for other scripts, so that a
 * server without fonts and every browser break lines at the same positions. A test generates the
 * table from the font files and keeps it up to date.
 */
export type BubbleFont = BubbleStyle["fontFamily"];

/** Fonts whose letters the table contains one by one. */
export type MeasuredFont = keyof typeof fontMetrics;

type Ranges = readonly (readonly [from: number, to: number])[];

const lettering: Ranges = [
  [0x20, 0x7e],
  [0xa0, 0x17f],
  [0x1a0, 0x1a1],
  [0x1af, 0x1b0],
  [0x218, 0x21b],
  [0x1ea0, 0x1ef9],
  [0x2013, 0x2014],
  [0x2018, 0x201e],
  [0x2022, 0x2022],
  [0x2026, 0x2026],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
];

/** Code points of each table, inclusive, in the order of its entries. */
export const measuredRanges: Record<MeasuredFont, Ranges> = {
  Bangers: lettering,
  "Comic Neue": lettering,
  Creepster: lettering,
  "Fredoka One": lettering,
  Bungee: lettering,
  Righteous: lettering,
  "Comic Relief": [
    [0xa0, 0x17f],
    [0x218, 0x21b],
    [0x37a, 0x3ce],
    [0x401, 0x45f],
    [0x490, 0x491],
    [0x4b0, 0x4b1],
    [0x2013, 0x203a],
    [0x2116, 0x2116],
  ],
  "Baloo 2": [
    [0x1a0, 0x1a1],
    [0x1af, 0x1b0],
    [0x1ea0, 0x1ef9],
  ],
  Itim: [[0xe01, 0xe5b]],
  "Playpen Sans Hebrew": [
    [0x5b0, 0x5c7],
    [0x5d0, 0x5ea],
    [0x5f0, 0x5f4],
    [0x20aa, 0x20aa],
  ],
  "Playpen Sans Arabic": [
    [0x60c, 0x60c],
    [0x61b, 0x61f],
    [0x621, 0x65f],
    [0x660, 0x6d5],
    [0x6f0, 0x6f9],
  ],
};

/** Entries are two digits in base 36, in five-hundredths of an em. */
export const unitsPerEm = 500;
export const missingEntry = "zz";

/** Fonts with a separate file for a second weight. */
const heaviest: Partial<Record<MeasuredFont, number>> = {
  "Comic Neue": 700,
  "Comic Relief": 700,
};

/** Whether the font has a bold file; without one the outline is thickened. */
export const hasBold = (font: MeasuredFont): boolean => heaviest[font] !== undefined;

/** Weight from which letters are bold. */
export const boldWeight = 600;

function entryOf(ranges: Ranges, codePoint: number): number {
  let first = 0;
  for (const [from, to] of ranges) {
    if (codePoint < from) return -1;
    if (codePoint <= to) return first + codePoint - from;
    first += to - from + 1;
  }
  return -1;
}

const decoded = new Map<string, Float64Array>();

/** Arabic letters have a second width where they join the next one. */
type Entry = number | "joined";

function fileOf(font: MeasuredFont, entry: Entry): string {
  if (entry === "joined") return entry;
  const heavy = heaviest[font];
  if (heavy !== undefined && entry >= boldWeight) return `${heavy}`;
  return Object.keys(fontMetrics[font])[0] ?? "";
}

/** Widths of a font in ems, in the order of its table; NaN for missing letters. */
function widthsOf(font: MeasuredFont, entry: Entry): Float64Array {
  const key = `${font} ${entry}`;
  let widths = decoded.get(key);
  if (!widths) {
    const digits = (fontMetrics[font] as Record<string, string>)[fileOf(font, entry)] ?? "";
    widths = Float64Array.from({ length: digits.length / 2 }, (_, index) => {
      const pair = digits.slice(index * 2, index * 2 + 2);
      return pair === missingEntry ? Number.NaN : Number.parseInt(pair, 36) / unitsPerEm;
    });
    decoded.set(key, widths);
  }
  return widths;
}

/** Width of a letter in ems; NaN where the font has no such letter. */
export const widthIn = (font: MeasuredFont, entry: Entry, codePoint: number): number =>
  widthsOf(font, entry)[entryOf(measuredRanges[font], codePoint)] ?? Number.NaN;
