import type { Random } from "./random";

export type Point = readonly [number, number];

const n = (value: number) => {
  const rounded = Math.round(value * 1000) / 1000;
  return Object.is(rounded, -0) ? "0" : String(rounded);
};
export const pair = ([x, y]: Point) => `${n(x)} ${n(y)}`;

export const polygon = (points: readonly Point[]) => `M${points.map(pair).join("L")}Z`;
export const rect = (x: number, y: number, width: number, height: number) =>
  `M${n(x)} ${n(y)}h${n(width)}v${n(height)}h${n(-width)}Z`;
export const ellipse = (x: number, y: number, rx: number, ry = rx) =>
  `M${n(x - rx)} ${n(y)}a${n(rx)} ${n(ry)} 0 1 0 ${n(2 * rx)} 0a${n(rx)} ${n(ry)} 0 1 0 ${n(-2 * rx)} 0Z`;

export function roundRect(x: number, y: number, width: number, height: number, radius: number) {
  const r = Math.min(radius, width / 2, height / 2);
  const arc = (dx: number, dy: number) => `a${n(r)} ${n(r)} 0 0 1 ${n(dx)} ${n(dy)}`;
  return `M${n(x + r)} ${n(y)}h${n(width - 2 * r)}${arc(r, r)}v${n(height - 2 * r)}${arc(-r, r)}h${n(2 * r - width)}${arc(-r, -r)}v${n(2 * r - height)}${arc(r, -r)}Z`;
}

/** A smooth curve through all points (Catmull-Rom). */
export function curve(points: readonly Point[], closed = false): string {
  const count = points.length;
  const at = (index: number): Point => {
    const wrapped = closed ? (index + count) % count : Math.max(0, Math.min(count - 1, index));
    return points[wrapped] as Point;
  };
  let path = `M${pair(at(0))}`;
  for (let index = 0; index < (closed ? count : count - 1); index++) {
    const [a, b, c, d] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    const first: Point = [b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6];
    const second: Point = [c[0] - (d[0] - b[0]) / 6, c[1] - (d[1] - b[1]) / 6];
    path += `C${pair(first)} ${pair(second)} ${pair(c)}`;
  }
  return closed ? `${path}Z` : path;
}

/** An irregular round shape. */
export function blob(
  random: Random,
  x: number,
  y: number,
  rx: number,
  ry: number,
  jitter = 0.14,
  corners = 9,
) {
  const turn = random.range(0, 1);
  const points = Array.from({ length: corners }, (_, index): Point => {
    const angle = ((index + turn) / corners) * Math.PI * 2;
    const reach = 1 + random.range(-jitter, jitter);
    return [x + Math.cos(angle) * rx * reach, y + Math.sin(angle) * ry * reach];
  });
  return curve(points, true);
}

/** The scalloped outline of clouds and foliage: bumps along an ellipse. */
export function puff(
  random: Random,
  x: number,
  y: number,
  rx: number,
  ry: number,
  bumps = 9,
  flat = false,
) {
  const turn = random.range(0, 0.6);
  const points = Array.from({ length: bumps }, (_, index): Point => {
    const angle = ((index + turn + random.range(-0.16, 0.16)) / bumps) * Math.PI * 2;
    const down = Math.sin(angle) > 0 && flat ? 0.45 : 1;
    return [x + Math.cos(angle) * rx, y + Math.sin(angle) * ry * down];
  });
  let path = `M${pair(points[0] as Point)}`;
  for (let index = 1; index <= bumps; index++) {
    const from = points[index - 1] as Point;
    const to = points[index % bumps] as Point;
    const reach = Math.hypot(to[0] - from[0], to[1] - from[1]) * random.range(0.54, 0.66);
    path += `A${n(reach)} ${n(reach)} 0 0 1 ${pair(to)}`;
  }
  return `${path}Z`;
}

/** A limb, trunk or tail: a spine with a width at each point, rounded at both ends. */
export function limb(spine: readonly Point[], widths: readonly number[]) {
  const left: Point[] = [];
  const right: Point[] = [];
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

/**
 * A limb bent so sharply that its outline would cross itself: two pieces that overlap at the joint.
 * Undefined where one smooth outline will do.
 */
export function sharpBend(
  spine: readonly [Point, Point, Point],
  widths: readonly [number, number, number],
): string | undefined {
  const [from, joint, to] = spine;
  const a = Math.atan2(from[1] - joint[1], from[0] - joint[0]);
  const b = Math.atan2(to[1] - joint[1], to[0] - joint[0]);
  const angle = Math.abs(Math.atan2(Math.sin(a - b), Math.cos(a - b)));
  if (angle > 1.25) return undefined;
  return limb([from, joint], [widths[0], widths[1]]) + limb([joint, to], [widths[1], widths[2]]);
}

/** A line of hills or roofs from left to right; `step` gives each height as a fraction of `rise`. */
export function ridge(
  random: Random,
  from: number,
  to: number,
  base: number,
  rise: number,
  count: number,
  sharp: boolean,
  island = false,
): string {
  const points: Point[] = [];
  for (let index = 0; index <= count; index++) {
    const x =
      from + ((to - from) * (index + (index % count ? random.range(-0.28, 0.28) : 0))) / count;
    const high = sharp
      ? index % 2
        ? random.range(0.55, 1)
        : random.range(0.1, 0.5)
      : random.range(0.25, 1);
    const shore = island ? Math.sin((Math.PI * index) / count) ** 0.7 : 1;
    points.push([x, base - rise * high * shore]);
  }
  const top = sharp ? `M${points.map(pair).join("L")}` : curve(points);
  return `${top}L${n(to)} ${n(base + 4)}L${n(from)} ${n(base + 4)}Z`;
}
