import { maxOf, minOf } from "@/lib/platform/min-max";
import { type MeasureText, measureText } from "../lettering/measure-text";
import { area, bottom, crosses, grown, overlap, right, type Segment } from "./boxes";
import { bubbleBox, panelMargin } from "./geometry";
import { type Box, centreOf, type Point, type Size } from "./path";
import { bubblePresets, presetFor } from "./presets";
import { type BubbleStyle, bubbleWidths, type TextBubble } from "./schema";

/** A line of a scene's script. */
export interface ScriptLine {
  speaker: string | null;
  kind: TextBubble["type"];
  text: string;
}

/** A head in the picture, in fractions of the picture. */
export interface Face {
  name: string;
  box: Box;
}

interface PlacementRequest {
  lines: ScriptLine[];
  faces: Face[];
  /** px; bubbles are placed for a panel of this size and fit others of its shape. */
  panel: Size;
  /** Makes the id of a bubble from its index; the same id for the same line. */
  idOf: (index: number) => string;
  measure?: MeasureText;
}

/**
 * px. Panel width for placing and laying out bubbles, whatever the size on the page. At this width
 * normal letters are so large against the picture that they are 12 px tall on a phone of 390.
 */
export const placementWidth = 312;

/** The size in px for laying out bubbles, by the panel's width over height. */
export const layoutSize = (aspect: number): Size => ({
  width: placementWidth,
  height: placementWidth / aspect,
});

/** Minimum distance between the centres of two bubbles, in fractions of the panel. */
export const minDistance = 0.15;
/** How far a tail stops before its face, in fractions of the face. */
const gapToFace = 0.18;
/**
 * Maximum length of a tail, in fractions of the panel; a longer tail is cut and only indicates the
 * direction, if that is unambiguous.
 */
const longestTail = 0.17;

const columns = [0.5, 0.28, 0.72, 0.2, 0.8, 0.38, 0.62, 0.12, 0.88];
const rows = Array.from({ length: 19 }, (_, index) => 0.05 + index * 0.05);

/** Whether a reader reads `next` after `earlier`: it is below, or beside it to the right. */
function comesAfter(earlier: Box, next: Box): boolean {
  const a = centreOf(earlier);
  const b = centreOf(next);
  const sameRow = Math.abs(a.y - b.y) < Math.min(earlier.height, next.height) * 0.5;
  return sameRow ? b.x > a.x : b.y > a.y;
}

interface Surroundings {
  panel: Size;
  faces: Box[];
  placed: Box[];
  /** Bubbles placed before. */
  tails: Segment[];
  /** The speaker's face, if it is in the picture. */
  speaker: Box | null;
  kind: TextBubble["type"];
  /** The last line of the panel, after at least one other. */
  isLast: boolean;
}

/** Approximate bounds of a body: twice as wide as the face, down to the lower edge. */
const bodyUnder = (face: Box): Box => ({
  x: face.x - face.width / 2,
  y: bottom(face),
  width: face.width * 2,
  height: 1 - bottom(face),
});

/** Narration goes into a corner: a first one at the top, a last one at the bottom. */
function costOfNarration(box: Box, { faces, isLast }: Surroundings): number {
  const bodies = faces.map((face) => overlap(box, bodyUnder(face)) / area(box));
  const over = maxOf(bodies, 0) * 2;
  return isLast
    ? over + (1 - bottom(box)) * 3 + Math.min(box.x, 1 - right(box)) * 2
    : over + box.y * 3 + box.x * 2;
}

/** Cost of a bubble at this position; lower is better. In fractions of the panel. */
function costOf(box: Box, surroundings: Surroundings): number {
  const { faces, placed, tails, speaker, kind } = surroundings;
  const centre = centreOf(box);
  const tail = speaker ? { from: centre, to: tipBefore(centre, speaker, surroundings) } : null;
  let cost = 0;
  for (const other of tails) if (crosses(other, grown(box, 0.015))) cost += 12;
  for (const face of faces) {
    cost += (overlap(box, grown(face, 0.015)) / Math.min(area(face), area(box))) * 40;
    // A margin around heads, so that tails have room.
    cost += (overlap(box, grown(face, 0.05)) / area(box)) * 3;
    // A tail over another character's face would seem to be that character's.
    if (tail && face !== speaker && crosses(tail, face)) cost += 12;
  }
  for (const other of placed) {
    if (tail && crosses(tail, grown(other, 0.01))) cost += 12;
    if (overlap(grown(box, 0.02), other) > 0) {
      cost += 30 + (overlap(box, other) / Math.min(area(box), area(other))) * 60;
    }
    const there = centreOf(other);
    if (Math.hypot(centre.x - there.x, centre.y - there.y) < minDistance) cost += 15;
    if (!comesAfter(other, box)) cost += 25;
  }
  if (kind === "narration") return cost + costOfNarration(box, surroundings);
  if (kind === "subtitle") return cost + (1 - bottom(box)) * 6 + Math.abs(centre.x - 0.5) * 2;
  // A high position leaves the picture and room below free; a near one makes the speaker clear.
  if (!speaker) return cost + centre.y * 3 + Math.abs(centre.x - 0.5);
  const mouth = mouthOf(speaker);
  const far = Math.hypot(centre.x - mouth.x, centre.y - mouth.y);
  const beside = bottom(box) > speaker.y ? 0.6 : 0;
  const under = box.y > mouth.y ? 2 : 0;
  // The dots of a thought need room between them.
  const near = kind === "thought" ? grown(box, 0.045) : box;
  // Nearer to another head, the bubble would seem to be that character's.
  const isAstray = faces.some((face) => face !== speaker && gap(box, face) < gap(box, speaker));
  const tailless = tail && isIn(tail.to, near) ? 5 : 0;
  const place = centre.y * 0.8 + Math.abs(centre.x - mouth.x) * 1.2 + far * 1.2;
  return cost + place + beside + under + tailless + (isAstray ? 6 : 0);
}

const isIn = ({ x, y }: Point, box: Box) =>
  x >= box.x && x <= right(box) && y >= box.y && y <= bottom(box);

/** The distance between two boxes; 0 if they touch or overlap. */
const gap = (a: Box, b: Box): number =>
  Math.hypot(
    Math.max(0, a.x - right(b), b.x - right(a)),
    Math.max(0, a.y - bottom(b), b.y - bottom(a)),
  );

const mouthOf = (face: Box): Point => ({
  x: face.x + face.width / 2,
  y: face.y + face.height * 0.72,
});

/** px from a point to a box, 0 inside. */
function distanceTo({ x, y }: Point, box: Box, panel: Size): number {
  const dx = Math.max(box.x - x, 0, x - right(box)) * panel.width;
  const dy = Math.max(box.y - y, 0, y - bottom(box)) * panel.height;
  return Math.hypot(dx, dy);
}

/**
 * The tip of a tail from the bubble to the mouth: just before the face, earlier where the tail
 * would be long, but never so early or so near to another face that another character seems to
 * speak.
 */
function tipBefore(
  bubbleCentre: Point,
  face: Box,
  { faces, panel, kind }: Pick<Surroundings, "faces" | "panel" | "kind">,
): Point {
  const mouth = mouthOf(face);
  const gap = Math.max(face.width, face.height) * gapToFace;
  const outer = grown(face, gap);
  const dx = mouth.x - bubbleCentre.x;
  const dy = mouth.y - bubbleCentre.y;
  const enter = Math.max(
    dx === 0 ? 0 : ((dx > 0 ? outer.x : right(outer)) - bubbleCentre.x) / dx,
    dy === 0 ? 0 : ((dy > 0 ? outer.y : bottom(outer)) - bubbleCentre.y) / dy,
  );
  const at = (share: number) => ({
    x: bubbleCentre.x + dx * share,
    y: bubbleCentre.y + dy * share,
  });
  const within = (share: number) => Math.max(0, Math.min(1, share));
  // The dots of a thought reach the head, because in a shorter tail they would merge.
  const longest = kind === "thought" ? enter : longestTail / Math.hypot(dx, dy);
  const ends = [Math.min(enter, longest), enter, (enter + 1) / 2];
  return (
    ends
      .map(within)
      .map(at)
      .find((tip) => {
        const own = distanceTo(tip, face, panel);
        return faces.every((other) => other === face || distanceTo(tip, other, panel) > own * 1.1);
      }) ?? mouth
  );
}

/**
 * In a close-up the way to the face may end within the bubble: then the tip is on the mouth, so
 * that the tail is visible.
 */
function tipOutside(
  bubbleArea: Box,
  face: Box,
  surroundings: Pick<Surroundings, "faces" | "panel" | "kind">,
): Point {
  const tip = tipBefore(centreOf(bubbleArea), face, surroundings);
  return isIn(tip, bubbleArea) ? mouthOf(face) : tip;
}

/** The named direction of a tail, for editors and for a tail without a point. */
export function directionTo(from: Point, to: Point): Exclude<BubbleStyle["tailDirection"], "none"> {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  if (Math.abs(dx) > Math.abs(dy) * 2.2) return dx < 0 ? "left" : "right";
  if (dy >= 0) return dx < 0 ? "bottom-left" : "bottom-right";
  return dx < 0 ? "top-left" : "top-right";
}

const clamp01 = (value: number) => Math.max(0, Math.min(1, value));
/** Rounds stored positions: a thousandth of a panel is less than a pixel. */
const short = (value: number) => Math.round(clamp01(value) * 1000) / 1000;

const fractionBox = (box: Box): Box => {
  const number = (value: number) => (Number.isFinite(value) ? value : 0);
  const x = clamp01(number(box.x));
  const y = clamp01(number(box.y));
  return {
    x,
    y,
    width: Math.min(1 - x, Math.max(0, number(box.width))),
    height: Math.min(1 - y, Math.max(0, number(box.height))),
  };
};

const wordsOf = (name: string): string[] =>
  name.toLocaleLowerCase("en").match(/[\p{L}\p{N}'-]+/gu) ?? [];

/** The face of the named character: by the whole name, or by a part that only one name has. */
function faceOf(speaker: string | null, faces: readonly Face[]): Face | undefined {
  if (speaker === null) return undefined;
  const called = wordsOf(speaker);
  const exact = faces.find(({ name }) => wordsOf(name).join(" ") === called.join(" "));
  if (exact || called.length === 0) return exact;
  const parts = faces.filter(({ name }) => called.every((word) => wordsOf(name).includes(word)));
  return parts.length === 1 ? parts[0] : undefined;
}

/** Longer lines get wider bubbles, so that no bubble becomes a column. */
function widthFor(style: BubbleStyle, text: string): number {
  return text.length > 60
    ? Math.min(bubbleWidths.max, Math.round(style.maxWidth * 1.3))
    : style.maxWidth;
}

/**
 * Places the lines of a panel's script as bubbles, in reading order: left to right, top to bottom,
 * off the faces, without overlap, tails towards the speakers, narration at the top or, as the last
 * line, at the bottom. Pure and deterministic; always returns a placement, however crowded the
 * panel is.
 */
export function placeBubbles(request: PlacementRequest): TextBubble[] {
  const { lines, panel, idOf, measure = measureText } = request;
  const faces = request.faces.map(({ name, box }) => ({ name, box: fractionBox(box) }));
  const placed: Box[] = [];
  const tails: Segment[] = [];
  const boxes = faces.map((face) => face.box);
  return lines.map((line, index) => {
    const speaker = faceOf(line.speaker, faces);
    const { style, type } = bubblePresets[presetFor(line.kind, line.text)];
    const bubble: TextBubble = {
      id: idOf(index),
      text: line.text.trim() === "" ? "Text" : line.text.trim().slice(0, 500),
      type,
      speaker: line.speaker?.slice(0, 100) ?? null,
      position: { x: 0.5, y: 0.2, anchor: "center" },
      style: { ...style, maxWidth: widthFor(style, line.text) },
    };
    const box = bestPlace(bubble, measure, {
      panel,
      faces: boxes,
      placed,
      tails,
      speaker: speaker?.box ?? null,
      kind: type,
      isLast: index > 0 && index === lines.length - 1,
    });
    placed.push(box);
    const centre = centreOf(box);
    bubble.position = { x: short(centre.x), y: short(centre.y), anchor: "center" };
    if (style.tailDirection !== "none") {
      const tip = speaker && tipOutside(box, speaker.box, { faces: boxes, panel, kind: type });
      // The voice of a character outside the picture comes from its nearer side.
      const away = { x: centre.x < 0.5 ? centre.x - 0.1 : centre.x + 0.1, y: centre.y + 0.2 };
      bubble.style.tailDirection = directionTo(centre, tip ?? away);
      if (tip) tails.push({ from: centre, to: tip });
      bubble.style.tailTip = tip ? { x: short(tip.x), y: short(tip.y) } : null;
    }
    return bubble;
  });
}

/** The cheapest position on a grid; the bubble has the same size at each. */
function bestPlace(bubble: TextBubble, measure: MeasureText, surroundings: Surroundings): Box {
  const { panel } = surroundings;
  const box = bubbleBox(bubble, panel, measure);
  const width = box.width / panel.width;
  const height = box.height / panel.height;
  const inside = (centre: number, size: number) => {
    const low = panelMargin + size / 2;
    return low > 0.5 ? 0.5 : Math.max(low, Math.min(1 - low, centre));
  };
  let best: Box | null = null;
  let lowest = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    for (const column of columns) {
      const candidate: Box = {
        x: inside(column, width) - width / 2,
        y: inside(row, height) - height / 2,
        width,
        height,
      };
      const cost = costOf(candidate, surroundings);
      if (cost < lowest - 1e-9) {
        lowest = cost;
        best = candidate;
      }
    }
  }
  return best ?? { x: 0.5 - width / 2, y: 0.5 - height / 2, width, height };
}

/**
 * A free position for a bubble that an author adds: near (0.5, 0.2), away from the others. Ignores
 * the bubble's own position.
 */
export function freePosition(others: readonly TextBubble[]): TextBubble["position"] {
  const candidates: Point[] = [{ x: 0.5, y: 0.2 }];
  for (const y of [0.2, 0.35, 0.5, 0.65, 0.8]) {
    for (const x of [0.5, 0.25, 0.75]) candidates.push({ x, y });
  }
  const distance = (point: Point) =>
    minOf(others.map(({ position }) => Math.hypot(position.x - point.x, position.y - point.y)));
  const free = candidates.find((point) => distance(point) >= minDistance);
  const point = free ?? candidates.reduce((a, b) => (distance(b) > distance(a) ? b : a));
  return { ...point, anchor: "center" };
}
