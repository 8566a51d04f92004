import { minOf } from "@/lib/platform/min-max";

/** A point in px of the panel. */
export interface Point {
  x: number;
  y: number;
}

/** A box in px of the panel. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Size {
  width: number;
  height: number;
}

/** The tip of the tail, and its width at the bubble. */
export interface Tail {
  tip: Point;
  baseWidth: number;
  /** Small circles instead of a spike: thoughts. */
  asCircles: boolean;
  /** Bounds of the panel, which the circles stay within. */
  panel: Size;
}

const round = (value: number) => {
  const rounded = Math.round(value * 100) / 100;
  return Object.is(rounded, -0) ? 0 : rounded;
};
const at = (point: Point) => `${round(point.x)} ${round(point.y)}`;
export const centreOf = (box: Box): Point => ({
  x: box.x + box.width / 2,
  y: box.y + box.height / 2,
});
const between = (a: Point, b: Point, share: number): Point => ({
  x: a.x + (b.x - a.x) * share,
  y: a.y + (b.y - a.y) * share,
});

/** From `start` over the tip to `end`, slightly concave on both sides. */
function spike(start: Point, tip: Point, end: Point): string {
  const root = between(start, end, 0.5);
  const waist = between(root, tip, 0.45);
  const bend = (from: Point) => between(from, waist, 0.62);
  return `Q${at(bend(start))} ${at(tip)} Q${at(bend(end))} ${at(end)}`;
}

/** Three circles that shrink towards the tip. */
function circles(from: Point, { tip, baseWidth, panel }: Tail): string {
  const within = (value: number, r: number, size: number) =>
    Math.max(Math.min(r, size / 2), Math.min(size - r, value));
  const length = Math.hypot(tip.x - from.x, tip.y - from.y);
  return [
    { share: 0.22, radius: 0.32 },
    { share: 0.58, radius: 0.22 },
    { share: 1, radius: 0.13 },
  ]
    .map(({ share, radius }) => {
      // Rounded ends that do not match the radius would displace a half circle.
      const r = round(Math.max(0.5, Math.min(baseWidth * radius, length * 0.14)));
      // The last circle ends at the tip instead of extending beyond it.
      const along = Math.max(0, share * length - (share === 1 ? r : 0)) / Math.max(length, 0.01);
      const wanted = between(from, tip, along);
      const centre = { x: within(wanted.x, r, panel.width), y: within(wanted.y, r, panel.height) };
      return `M${at({ x: centre.x - r, y: centre.y })}a${r} ${r} 0 1 0 ${round(2 * r)} 0a${r} ${r} 0 1 0 ${round(-2 * r)} 0Z`;
    })
    .join("");
}

/** Where the line from the box's centre to an outside point crosses the box's outline. */
function rectangleExit(box: Box, towards: Point): Point {
  const centre = centreOf(box);
  const dx = towards.x - centre.x;
  const dy = towards.y - centre.y;
  const share = Math.min(
    dx === 0 ? Number.POSITIVE_INFINITY : box.width / 2 / Math.abs(dx),
    dy === 0 ? Number.POSITIVE_INFINITY : box.height / 2 / Math.abs(dy),
  );
  return Number.isFinite(share) ? between(centre, towards, share) : centre;
}

/** A rounded rectangle, drawn clockwise, with the tail on the side that faces its tip. */
export function rectanglePath(box: Box, cornerRadius: number, tail: Tail | null): string {
  const { x, y, width, height } = box;
  const r = Math.max(0, Math.min(cornerRadius, width / 2, height / 2));
  const corners: [Point, Point][] = [
    [
      { x: x + r, y },
      { x: x + width - r, y },
    ],
    [
      { x: x + width, y: y + r },
      { x: x + width, y: y + height - r },
    ],
    [
      { x: x + width - r, y: y + height },
      { x: x + r, y: y + height },
    ],
    [
      { x, y: y + height - r },
      { x, y: y + r },
    ],
  ];
  const exit = tail ? rectangleExit(box, tail.tip) : null;
  const side = exit && tail && !tail.asCircles ? sideOf(box, exit) : -1;
  const parts = corners.map(([start, end], index) => {
    const line = index === side && exit && tail ? letIn(start, end, exit, tail) : "";
    const next = corners[(index + 1) % 4]?.[0] ?? start;
    const corner = r > 0 ? `A${round(r)} ${round(r)} 0 0 1 ${at(next)}` : "";
    return `${line}L${at(end)}${corner}`;
  });
  const first = corners[0]?.[0] ?? { x, y };
  const outline = `M${at(first)}${parts.join("")}Z`;
  return tail?.asCircles && exit ? outline + circles(exit, tail) : outline;
}

/** The side of a point of the outline: top, right, bottom, left. */
function sideOf(box: Box, point: Point): number {
  const distances = [
    Math.abs(point.y - box.y),
    Math.abs(point.x - (box.x + box.width)),
    Math.abs(point.y - (box.y + box.height)),
    Math.abs(point.x - box.x),
  ];
  return distances.indexOf(minOf(distances));
}

/** The tail on a straight side: its root stays clear of both corners. */
function letIn(start: Point, end: Point, exit: Point, tail: Tail): string {
  const length = Math.hypot(end.x - start.x, end.y - start.y);
  if (length < 1) return "";
  const half = Math.min(tail.baseWidth / 2, length / 2) / length;
  const wanted = Math.hypot(exit.x - start.x, exit.y - start.y) / length;
  const middle = Math.max(half, Math.min(1 - half, wanted));
  const from = between(start, end, middle - half);
  const to = between(start, end, middle + half);
  return `L${at(from)}${spike(from, tail.tip, to)}`;
}

/** An ellipse that fills the box. */
export function ovalPath(box: Box, tail: Tail | null): string {
  const centre = centreOf(box);
  const a = box.width / 2;
  const b = box.height / 2;
  const on = (angle: number): Point => ({
    x: centre.x + a * Math.cos(angle),
    y: centre.y + b * Math.sin(angle),
  });
  // Three arcs: rounding distorts a single arc that almost closes.
  const around = (from: number, span: number) =>
    [1, 2, 3]
      .map((third) => `A${round(a)} ${round(b)} 0 0 1 ${at(on(from + (span * third) / 3))}`)
      .join("");
  if (!tail || tail.asCircles) {
    const outline = `M${at(on(Math.PI))}${around(Math.PI, 2 * Math.PI)}Z`;
    return tail ? outline + circles(on(angleTo(box, tail.tip)), tail) : outline;
  }
  const angle = angleTo(box, tail.tip);
  // Half the root's width in radians of the outline.
  const speed = Math.hypot(a * Math.sin(angle), b * Math.cos(angle));
  const half = Math.min(0.6, tail.baseWidth / 2 / Math.max(speed, 1));
  const start = on(angle + half);
  const end = on(angle - half);
  return `M${at(start)}${around(angle + half, 2 * (Math.PI - half))}${spike(end, tail.tip, start)}Z`;
}

/** The ellipse's parameter for the direction of a point. */
function angleTo(box: Box, point: Point): number {
  const centre = centreOf(box);
  return Math.atan2(
    (point.y - centre.y) / (box.height / 2),
    (point.x - centre.x) / (box.width / 2),
  );
}

/** How far a cloud's puffs extend beyond its ellipse, as a fraction of their chord. */
const puffHeight = 0.27;

/** Number of puffs around an inner ellipse with these half axes. */
const puffCount = (a: number, b: number) => {
  const girth = Math.PI * (3 * (a + b) - Math.sqrt((3 * a + b) * (a + 3 * b)));
  // A long thin cloud needs more puffs, which otherwise would be higher than the cloud.
  const thin = Math.ceil(Math.PI / Math.asin(Math.min(1, (0.7 * Math.min(a, b)) / Math.max(a, b))));
  return Math.max(8, thin, Math.min(22, Math.round(girth / 34)));
};

/** Height of a puff as a fraction of the longer half axis. */
const puffShare = (a: number, b: number) => 2 * Math.sin(Math.PI / puffCount(a, b)) * puffHeight;

/** Space that a cloud needs around an ellipse with these half axes, on each side. */
export const cloudRim = (a: number, b: number): number => Math.max(a, b) * puffShare(a, b);

/** A cloud that fills the box: puffs along an ellipse inside it. */
export function cloudPath(box: Box, tail: Tail | null): string {
  const centre = centreOf(box);
  const outer = { a: box.width / 2, b: box.height / 2 };
  const share = puffShare(outer.a, outer.b);
  const rim = (Math.max(outer.a, outer.b) * share) / (1 + share);
  const a = outer.a - rim;
  const b = outer.b - rim;
  const count = puffCount(outer.a, outer.b);
  const on = (index: number): Point => {
    const angle = (2 * Math.PI * index) / count - Math.PI / 2;
    return { x: centre.x + a * Math.cos(angle), y: centre.y + b * Math.sin(angle) };
  };
  const inner = { x: centre.x - a, y: centre.y - b, width: 2 * a, height: 2 * b };
  const angle = tail ? angleTo(inner, tail.tip) + Math.PI / 2 : 0;
  const turned = ((angle % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI);
  const tailPuff = tail && !tail.asCircles ? Math.floor((turned / (2 * Math.PI)) * count) : -1;
  let outline = `M${at(on(0))}`;
  for (let index = 0; index < count; index += 1) {
    const from = on(index);
    const to = on(index + 1);
    if (index === tailPuff && tail) {
      outline += spike(from, tail.tip, to);
      continue;
    }
    const r = round(0.6 * Math.hypot(to.x - from.x, to.y - from.y));
    outline += `A${r} ${r} 0 0 1 ${at(to)}`;
  }
  outline += "Z";
  if (!tail?.asCircles) return outline;
  const exit = {
    x: centre.x + (a + rim) * Math.cos(angle - Math.PI / 2),
    y: centre.y + (b + rim) * Math.sin(angle - Math.PI / 2),
  };
  return outline + circles(exit, tail);
}
