import type { FractionBox } from "@/lib/ai/painter";

/**
 * Width to height of the visible part of a picture: covers have 3:4, so that a row has one format,
 * and the strip with the title covers some of it.
 */
const coverRatio = 0.9;
/** Without known faces, assume them in the middle, near the top. */
const defaultFocus = { x: 0.5, y: 0.2 };

interface Size {
  width: number | null;
  height: number | null;
}

const percent = (fraction: number) => `${Math.round(fraction * 100)}%`;

/**
 * The CSS `object-position` of a picture in a cover, chosen so that cropping keeps the faces. If
 * not all faces fit, it keeps the largest.
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

/**
 * Position along one axis, from 0 to 1.
 * @param spans of the faces, as fractions of the picture
 * @param main middle of the largest face
 * @param visibleFraction share of the picture that is visible along this axis; all of it from 1 on
 */
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
  // `object-position` is the share of the cropped length that is cropped at the start.
  return Math.min(1, Math.max(0, (centre - visibleFraction / 2) / (1 - visibleFraction)));
}
