import type { Box, Point } from "./path";

export const right = (box: Box) => box.x + box.width;
export const bottom = (box: Box) => box.y + box.height;

export function overlap(a: Box, b: Box): number {
  const width = Math.min(right(a), right(b)) - Math.max(a.x, b.x);
  const height = Math.min(bottom(a), bottom(b)) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

export const area = (box: Box) => Math.max(box.width * box.height, 1e-6);
export const grown = (box: Box, by: number): Box => ({
  x: box.x - by,
  y: box.y - by,
  width: box.width + 2 * by,
  height: box.height + 2 * by,
});

export interface Segment {
  from: Point;
  to: Point;
}

/** Whether a tail crosses a box; tested at a few points of the tail. */
export function crosses({ from, to }: Segment, box: Box): boolean {
  for (let step = 0; step <= 12; step += 1) {
    const x = from.x + ((to.x - from.x) * step) / 12;
    const y = from.y + ((to.y - from.y) * step) / 12;
    if (x > box.x && x < right(box) && y > box.y && y < bottom(box)) return true;
  }
  return false;
}
