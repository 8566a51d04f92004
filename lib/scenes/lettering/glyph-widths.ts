import type { BubbleStyle } from "../bubbles/schema";
import { type Face, faces, weightOf } from "./faces";
import fontMetrics from "./font-metrics.json";

/**
 * The letters of every face and their widths, with which the server and every browser choose the
 * same faces and break lines at the same positions. A test generates the table from the font files
 * and keeps it up to date.
 */
export type BubbleFont = BubbleStyle["fontFamily"];

/** The table of one face. */
export interface FaceTable {
  /**
   * Ranges of code points in base 36, as in '2-1d': the distance from the previous range, then the
   * number of further code points.
   */
  ranges: string;
  /** Widths of these code points for each weight or joined form, in `unitsPerEm`. */
  widths: Record<string, string>;
  /** Letters of equal width by their block: a bit for each code point, in base 64. */
  blocks?: { from: number; em: number; bits: string }[];
}

const tables = fontMetrics as Record<Face, FaceTable>;

/** Entries are two digits in base 36, in five-hundredths of an em. */
export const unitsPerEm = 500;

/** Whether the font has a bold file; without one the outline is thickened. */
export const hasBold = (font: Face): boolean => faces[font].weights.length > 1;

/** Weight from which letters are bold. */
export const boldWeight = 600;

/**
 * Joined forms of a letter: joined to the next letter, to both neighbours, to the previous letter.
 */
export type Form = "initial" | "medial" | "final";

interface Opened {
  /** Index of a code point's entry. */
  entries: Map<number, number>;
  widths: Record<string, string>;
  blocks: { from: number; em: number; bits: string }[];
}

const opened = new Map<Face, Opened>();

function open(face: Face): Opened {
  let table = opened.get(face);
  if (!table) {
    const { ranges, widths, blocks = [] } = tables[face];
    const entries = new Map<number, number>();
    let last = 0;
    for (const range of ranges.split(" ")) {
      const [gap = 0, more = 0] = range.split("-").map((digits) => Number.parseInt(digits, 36));
      last += gap;
      for (const end = last + more; last < end; last += 1) entries.set(last, entries.size);
      entries.set(last, entries.size);
    }
    table = { entries, widths, blocks: blocks.map((one) => ({ ...one, bits: atob(one.bits) })) };
    opened.set(face, table);
  }
  return table;
}

/** Width of a letter in ems; NaN if the face lacks the letter. */
export function widthIn(face: Face, weight: number, codePoint: number, form?: Form): number {
  const { entries, widths, blocks } = open(face);
  const entry = entries.get(codePoint);
  if (entry !== undefined) {
    const digits = widths[form ?? ""] ?? widths[weightOf(face, weight)] ?? "";
    return Number.parseInt(digits.slice(entry * 2, entry * 2 + 2), 36) / unitsPerEm;
  }
  for (const { from, em, bits } of blocks) {
    const at = codePoint - from;
    if (at >= 0 && (bits.charCodeAt(at >> 3) >> (at & 7)) & 1) return em;
  }
  return Number.NaN;
}

/** Whether a face has a letter. */
export const hasLetter = (face: Face, codePoint: number): boolean =>
  !Number.isNaN(widthIn(face, 400, codePoint));
