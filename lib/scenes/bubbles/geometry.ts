import { type MeasureText, measureText } from "../lettering/measure-text";
import { knownLayout, type Layout, lineSpacing, memoized } from "./layout";
import {
  type Box,
  centreOf,
  cloudPath,
  ovalPath,
  type Point,
  rectanglePath,
  type Size,
  type Tail,
} from "./path";
import type { BubbleStyle, TextBubble } from "./schema";

/** The panel, in px, for which bubbles are laid out. */
export interface PanelLayout extends Size {
  /** px per unit of a style; by default that of the width. */
  scale?: number;
  /**
   * Size of the same panel when it is alone, for a page of several panels. Bubbles that an author
   * did not touch stay within their place there, which avoids the faces and other bubbles.
   */
  alone?: Size;
}

/** One line of lettering: `x` is its centre, `y` its baseline. */
export interface TextLine extends Point {
  text: string;
}

/** A bubble in px of a panel, ready to draw. */
export interface BubbleGeometry {
  /** Bubble and tail as the `d` of one SVG path; the tail of a thought is circles. */
  path: string;
  /** The outline without its tail. */
  box: Box;
  /** The tip of the tail; null without a tail. */
  tailTip: Point | null;
  lines: TextLine[];
  /** px, as all lengths here. */
  fontSize: number;
  lineHeight: number;
  borderWidth: number;
  /** `stroke-dasharray`, empty for a solid border. */
  dashes: string;
  /** Scale of the panel relative to the width that styles are made for. */
  scale: number;
}

/** Styles are in px at this panel width. */
export const basePanelWidth = 672;
/** Fraction of the panel that stays free at its edges. */
export const panelMargin = 0.015;
/** Half the height of capital letters, in ems above the baseline. */
const capMiddle = 0.36;

const clamp = (value: number, low: number, high: number) =>
  low > high ? (low + high) / 2 : Math.max(low, Math.min(high, value));

/** The scale of bubbles on a panel of this width. */
export const bubbleScale = (panelWidth: number): number =>
  clamp(panelWidth / basePanelWidth, 0.6, 1.2);

/** The anchor's position on the bubble, as fractions of its width and height. */
export const anchors = {
  "top-left": { x: 0, y: 0 },
  "top-right": { x: 1, y: 0 },
  "bottom-left": { x: 0, y: 1 },
  "bottom-right": { x: 1, y: 1 },
  center: { x: 0.5, y: 0.5 },
} as const;

/** Directions of a tail without a point: where it starts and where it points. */
const directions = {
  "bottom-left": { x: -0.25, y: 0.5, dx: -0.6, dy: 1 },
  "bottom-right": { x: 0.25, y: 0.5, dx: 0.6, dy: 1 },
  "top-left": { x: -0.25, y: -0.5, dx: -0.6, dy: -1 },
  "top-right": { x: 0.25, y: -0.5, dx: 0.6, dy: -1 },
  left: { x: -0.5, y: 0, dx: -1.1, dy: 0.25 },
  right: { x: 0.5, y: 0, dx: 1.1, dy: 0.25 },
} as const;

function tailOf(bubble: TextBubble, box: Box, panel: Size, scale: number): Tail | null {
  const { tailDirection, tailSize, tailTip } = bubble.style;
  const size = tailSize * scale;
  if (tailDirection === "none" || size <= 0) return null;
  const centre = centreOf(box);
  const direction = directions[tailDirection];
  const wanted = tailTip
    ? { x: tailTip.x * panel.width, y: tailTip.y * panel.height }
    : {
        x: centre.x + direction.x * box.width + direction.dx * size,
        y: centre.y + direction.y * box.height + direction.dy * size,
      };
  const tip = { x: clamp(wanted.x, 0, panel.width), y: clamp(wanted.y, 0, panel.height) };
  if (isInside(bubble.style, box, tip)) return null;
  const baseWidth = Math.min(size * 1.25, box.width * 0.45, box.height * 0.8);
  return { tip, baseWidth, asCircles: bubble.type === "thought", panel };
}

/** A point within the bubble, or just outside, gives no visible tail. */
function isInside(style: BubbleStyle, box: Box, point: Point): boolean {
  const centre = centreOf(box);
  const dx = Math.abs(point.x - centre.x) / (box.width / 2 + 2);
  const dy = Math.abs(point.y - centre.y) / (box.height / 2 + 2);
  return style.bubbleShape === "oval" ? dx * dx + dy * dy <= 1 : dx <= 1 && dy <= 1;
}

function dashesOf(style: BubbleStyle, width: number): string {
  if (style.borderStyle === "dashed") return `${hundredths(width * 3)} ${hundredths(width * 2)}`;
  return style.borderStyle === "dotted"
    ? `${hundredths(width * 0.1)} ${hundredths(width * 2)}`
    : "";
}

/** More digits would be invisible, and every page contains each number twice. */
const hundredths = (value: number) => Math.round(value * 100) / 100;

/** The bubble between the panel's margins, and the layout that it comes from. */
function place(bubble: TextBubble, panel: PanelLayout, measure: MeasureText) {
  const { style, position } = bubble;
  const scale = panel.scale ?? bubbleScale(panel.width);
  const borderWidth = style.borderStyle === "none" ? 0 : style.borderWidth * scale;
  // Half of the border is drawn outside the path.
  const margin = {
    x: Math.min(panel.width * panelMargin + borderWidth / 2, panel.width * 0.2),
    y: Math.min(panel.height * panelMargin + borderWidth / 2, panel.height * 0.2),
  };
  const room = { width: panel.width - 2 * margin.x, height: panel.height - 2 * margin.y };
  const layout = knownLayout(bubble, scale, room, measure);
  const { width, height } = layout;
  const anchor = anchors[position.anchor];
  const wanted =
    panel.alone && !bubble.byHand
      ? cornerWithin(aloneBox(bubble, panel, panel.alone, measure), layout, bubble, panel)
      : {
          x: position.x * panel.width - anchor.x * width,
          y: position.y * panel.height - anchor.y * height,
        };
  const box: Box = {
    x: clamp(wanted.x, margin.x, panel.width - margin.x - width),
    y: clamp(wanted.y, margin.y, panel.height - margin.y - height),
    width,
    height,
  };
  return { box, layout, scale, borderWidth };
}

/** The box of the bubble when its panel is alone, in px of the panel on its page. */
function aloneBox(bubble: TextBubble, panel: Size, alone: Size, measure: MeasureText): Box {
  const { box } = place(bubble, alone, measure);
  const [x, y] = [panel.width / alone.width, panel.height / alone.height];
  return { x: box.x * x, y: box.y * y, width: box.width * x, height: box.height * y };
}

/**
 * The upper left corner of a smaller bubble within a place: next to the tip of its tail, else
 * towards the nearer edges of the panel.
 */
function cornerWithin(within: Box, { width, height }: Size, { style }: TextBubble, panel: Size) {
  const middle = centreOf(within);
  const edge = (at: number, length: number) =>
    at < length * 0.4 ? 0 : at > length * 0.6 ? length : at;
  const to =
    style.tailTip && style.tailDirection !== "none"
      ? { x: style.tailTip.x * panel.width, y: style.tailTip.y * panel.height }
      : { x: edge(middle.x, panel.width), y: edge(middle.y, panel.height) };
  return {
    x: clamp(to.x - width / 2, within.x, within.x + within.width - width),
    y: clamp(to.y - height / 2, within.y, within.y + within.height - height),
  };
}

/** The bounds of the bubble without its tail; cheaper than the full geometry. */
export const bubbleBox = (
  bubble: TextBubble,
  panel: PanelLayout,
  measure: MeasureText = measureText,
): Box => place(bubble, panel, measure).box;

/**
 * Geometry of a bubble on a panel of this size in px. The bubble stays between the panel's margins
 * and its tail within the panel, whatever was stored. Pure: server and browsers get the same result
 * if they measure alike.
 */
export function bubbleGeometry(
  bubble: TextBubble,
  panel: PanelLayout,
  measure: MeasureText = measureText,
): BubbleGeometry {
  const { style } = bubble;
  const { box, layout, scale, borderWidth } = place(bubble, panel, measure);
  const { fontSize } = layout;
  const tail = tailOf(bubble, box, panel, scale);
  const lineHeight = fontSize * lineSpacing;
  const centre = centreOf(box);
  const first = centre.y - ((layout.lines.length - 1) / 2) * lineHeight + capMiddle * fontSize;
  return {
    path: pathOf(box, layout, tail),
    box,
    tailTip: tail?.tip ?? null,
    lines: layout.lines.map((text, index) => ({
      text,
      x: hundredths(centre.x),
      y: hundredths(first + index * lineHeight),
    })),
    fontSize,
    lineHeight,
    borderWidth,
    dashes: dashesOf(style, borderWidth),
    scale,
  };
}

function pathOf(box: Box, layout: Layout, tail: Tail | null): string {
  switch (layout.shape) {
    case "oval":
      return ovalPath(box, tail);
    case "cloud":
      return cloudPath(box, tail);
    case "rectangular":
      return rectanglePath(box, 0, tail);
    case "rounded":
      return rectanglePath(box, Math.min(box.height / 2, layout.fontSize * 1.1), tail);
  }
}

const drawn = new WeakMap<TextBubble, Map<string, BubbleGeometry>>();

/** Memoised geometry of an immutable bubble, because its drawing and its drag handle need it. */
export function drawnGeometry(bubble: TextBubble, panel: PanelLayout): BubbleGeometry {
  const { width, height, scale, alone } = panel;
  const key = `${width} ${height} ${scale} ${alone?.width}`;
  return memoized(drawn, bubble, key, () => bubbleGeometry(bubble, panel));
}
