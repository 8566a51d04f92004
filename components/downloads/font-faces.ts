import { minOf } from "@/lib/platform/min-max";

/** A font face of the page's style sheets, reduced to what the selection needs. */
export interface Face {
  family: string;
  /** As in CSS: '400', 'bold', '300 900'. */
  weight: string;
  /** As in CSS; empty for all characters. */
  unicodeRange: string;
}

/** Text with the fonts it needs. */
interface Lettering {
  text: string;
  /** Computed `font-family`. */
  families: string;
  weight: number;
}

export const familyName = (name: string): string =>
  name
    .trim()
    .replace(/^(["'])(.*)\1$/, "$2")
    .toLowerCase();

const listOf = (families: string): string[] =>
  (families.match(/"[^"]*"|'[^']*'|[^,"']+/g) ?? []).map(familyName).filter(Boolean);

/** Parses `unicode-range` into inclusive ranges. */
function rangesOf(unicodeRange: string): [number, number][] {
  if (unicodeRange.trim() === "") return [[0, 0x10ffff]];
  return unicodeRange.split(",").flatMap((entry): [number, number][] => {
    const match = /^u\+([0-9a-f]*)(\?*)(?:-([0-9a-f]+))?$/i.exec(entry.trim());
    if (!match) return [];
    const [, digits = "", open = "", end] = match;
    const from = Number.parseInt(digits + "0".repeat(open.length), 16);
    const to = Number.parseInt(end ?? digits + "f".repeat(open.length), 16);
    return Number.isNaN(from) || Number.isNaN(to) ? [] : [[from, to]];
  });
}

function weightDistance(weight: string, target: number): number {
  const [from = 400, to = from] = weight
    .trim()
    .split(/\s+/)
    .map((word) => (word === "bold" ? 700 : Number(word) || 400));
  if (target >= from && target <= to) return 0;
  return Math.min(Math.abs(target - from), Math.abs(target - to));
}

/**
 * The faces that texts may need: from every family in a text's list, the faces that cover one of
 * its characters, in the nearest weight. Later families count too, because a face without
 * `unicode-range` need not contain the letter.
 */
export function facesFor<F extends Face>(letterings: Lettering[], faces: F[]): F[] {
  const needed = new Set<F>();
  for (const { text, families, weight } of letterings) {
    const codes = [...new Set(text)].map((character) => character.codePointAt(0) ?? 0);
    for (const family of listOf(families)) {
      const able = faces.filter((face) => {
        if (familyName(face.family) !== family) return false;
        const ranges = rangesOf(face.unicodeRange);
        return codes.some((code) => ranges.some(([from, to]) => code >= from && code <= to));
      });
      const nearest = minOf(able.map((face) => weightDistance(face.weight, weight)));
      for (const face of able) {
        if (weightDistance(face.weight, weight) === nearest) needed.add(face);
      }
    }
  }
  return faces.filter((face) => needed.has(face));
}
