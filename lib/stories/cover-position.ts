import type { FractionBox } from "@/lib/ai/painter";

/**
 * Width to height of what is seen of a picture: covers are of 3:4, so that those of a row are of one
 * format, and the strip with the title takes some of it.
 */
const coverRatio = 0.9;
/** Where nobody knows of faces they are sought in the middle, near the top. */
const defaultFocus = { x: 0.5, y: 0.2 };

interface Size {
  width: number | null;
  height: number | null;
}

const percent = (fraction: number) => `${Math.round(fraction * 100)}%`;

/**
 * The CSS `object-position` of a picture in a cover: what is cut off leaves the faces in. Where not
 * all of them fit, the largest is kept.
 */
export function coverPosition({ width, height }: Size, faces: readonly FractionBox[]): string {
  const largest = faces.toSorted((a, b) => b.width * b.height - a.width * a.height)[0];
  if (!largest || !width || !height) return `${percent(defaultFocus.x)} ${percent(defaultFocus.y)}`;
  const ratio = width / height;
  return [
    positionAlongAxis(
      faces.map(({ x, width }) => [x, x + width] as const),
      largest.x + largest.width / 2,
      coverRatio / ratio,
    ),
    positionAlongAxis(
      faces.map(({ y, height }) => [y, y + height] as const),
      largest.y + largest.height / 2,
      ratio / coverRatio,
    ),
  ]
    .map(percent)
    .join(" ");
}

/** @param part how much of the picture is seen in this direction; all of it from 1 on */
function positionAlongAxis(
  spans: (readonly [number, number])[],
  main: number,
  visibleFraction: number,
): number {
  if (visibleFraction >= 1) return 0.5;
  const [from, to] = spans.reduce(
    ([first, last], [start, end]) => [Math.min(first, start), Math.max(last, end)],
    [1, 0],
  );
  const centre = to - from <= visibleFraction ? (from + to) / 2 : main;
  // The position says how much of what is cut off is cut off before.
  return Math.min(1, Math.max(0, (centre - visibleFraction / 2) / (1 - visibleFraction)));
}
