export type Point = readonly [number, number];

// "|| 0" turns −0 into 0 for paths.
const n = (value: number) => `${Math.round(value * 1000) / 1000 || 0}`;
const pair = ([x, y]: Point) => `${n(x)} ${n(y)}`;

export const rect = (x: number, y: number, width: number, height: number) =>
  `M${n(x)} ${n(y)}h${n(width)}v${n(height)}h${n(-width)}Z`;
export const ellipse = (x: number, y: number, rx: number, ry = rx) =>
  `M${n(x - rx)} ${n(y)}a${n(rx)} ${n(ry)} 0 1 0 ${n(2 * rx)} 0a${n(rx)} ${n(ry)} 0 1 0 ${n(-2 * rx)} 0Z`;

/** A smooth curve through all points (Catmull-Rom). */
function curve(points: readonly Point[]): string {
  const at = (index: number) => points[Math.max(0, Math.min(points.length - 1, index))] as Point;
  let path = `M${pair(at(0))}`;
  for (let index = 0; index < points.length - 1; index++) {
    const [a, b, c, d] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    const first: Point = [b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6];
    const second: Point = [c[0] - (d[0] - b[0]) / 6, c[1] - (d[1] - b[1]) / 6];
    path += `C${pair(first)} ${pair(second)} ${pair(c)}`;
  }
  return path;
}

/** A limb, trunk or tail: a spine with a width at each point, rounded at both ends. */
export function limb(spine: readonly Point[], widths: readonly number[]) {
  const [left, right]: [Point[], Point[]] = [[], []];
  for (const [index, point] of spine.entries()) {
    const before = spine[Math.max(0, index - 1)] as Point;
    const after = spine[Math.min(spine.length - 1, index + 1)] as Point;
    const length = Math.hypot(after[0] - before[0], after[1] - before[1]) || 1;
    const half = (widths[index] ?? widths.at(-1) ?? 1) / 2;
    const nx = (-(after[1] - before[1]) / length) * half;
    const ny = ((after[0] - before[0]) / length) * half;
    left.push([point[0] + nx, point[1] + ny]);
    right.unshift([point[0] - nx, point[1] - ny]);
  }
  const cap = (width: number, to: Point) => `A${n(width / 2)} ${n(width / 2)} 0 0 0 ${pair(to)}`;
  const there = curve(left);
  const back = curve(right).replace(/^M[^C]*/, "");
  return `${there}${cap(widths[spine.length - 1] ?? widths.at(-1) ?? 1, right[0] as Point)}${back}${cap(widths[0] ?? 1, left[0] as Point)}Z`;
}

/** A sharply bent limb is two outlines, because a single one would intersect itself. */
export function sharpBend(spine: readonly Point[], widths: readonly number[]): string | undefined {
  const [from, joint, to] = spine as [Point, Point, Point];
  const a = Math.atan2(from[1] - joint[1], from[0] - joint[0]);
  const b = Math.atan2(to[1] - joint[1], to[0] - joint[0]);
  const angle = Math.abs(Math.atan2(Math.sin(a - b), Math.cos(a - b)));
  if (angle > 1.25) return undefined;
  return limb([from, joint], widths.slice(0, 2)) + limb([joint, to], widths.slice(1));
}
