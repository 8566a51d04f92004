import { maxOf } from "@/lib/platform/min-max";
import {
  type Box,
  centreOf,
  cloudPath,
  cloudRim,
  ovalPath,
  type Point,
  rectanglePath,
  type Tail,
} from "./bubble-path";
import type { BubbleStyle, TextBubble } from "./bubble-schema";
import { bubbleLettering } from "./font-fallback";
import { balanceLines, breakLines } from "./line-breaking";
import { type MeasureText, measureText } from "./measure-text";

export interface Size {
  width: number;
  height: number;
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
const lineSpacing = 1.18;
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

interface Layout extends Size {
  lines: string[];
  fontSize: number;
}

/** The bubble around its text; an ellipse must contain the corners of the text block. */
function layOut(
  bubble: TextBubble,
  scale: number,
  maxWidth: number,
  measure: MeasureText,
  breakText: typeof breakLines,
): Layout {
  const { style } = bubble;
  const font = bubbleLettering(bubble);
  const fontSize = style.fontSize * scale;
  const padding = style.padding * scale;
  const isRound = style.bubbleShape === "oval" || style.bubbleShape === "cloud";
  const share = isRound ? 0.78 : 1;
  const textWidth = Math.max(fontSize, maxWidth * share - 2 * padding);
  const lines = breakText(bubble.text, textWidth, font, fontSize, measure);
  const widest = maxOf(
    lines.map((line) => measure(line, font, fontSize)),
    0,
  );
  const height = lines.length * fontSize * lineSpacing;
  if (!isRound) {
    return {
      lines,
      fontSize,
      width: Math.max(widest + 2 * padding, fontSize * 1.6),
      height: height + 2 * padding,
    };
  }
  const { a, b } = ellipseAround(
    lines.map((line) => measure(line, font, fontSize)),
    fontSize,
    padding,
  );
  const rim = style.bubbleShape === "cloud" ? cloudRim(a, b) : 0;
  return { lines, fontSize, width: 2 * (a + rim), height: 2 * (b + rim) };
}

/** Half axes of an ellipse that contains lines of these widths with a little padding. */
function ellipseAround(widths: number[], fontSize: number, padding: number) {
  const lineHeight = fontSize * lineSpacing;
  const height = widths.length * lineHeight;
  const air = padding * 0.55;
  let a = maxOf(widths, fontSize) / 2 + air;
  let b = height / 2 + air;
  for (let round = 0; round < 24; round += 1) {
    const holds = widths.every((width, index) => {
      const top = Math.abs(index * lineHeight - height / 2);
      const bottom = Math.abs((index + 1) * lineHeight - height / 2);
      return (width / 2 / a) ** 2 + ((Math.max(top, bottom) - fontSize * 0.18) / b) ** 2 <= 1;
    });
    if (holds) break;
    a *= 1.03;
    b *= 1.04;
  }
  return { a: a + air * 0.4, b: b + air * 0.4 };
}

/** A layout that fits between the margins: first wider, then with smaller letters. */
function layOutWithin(bubble: TextBubble, scale: number, room: Size, measure: MeasureText): Layout {
  const fits = (layout: Layout) => layout.width <= room.width && layout.height <= room.height;
  const attempt = (size: number, width: number, breakText = breakLines) =>
    layOut(bubble, size, width, measure, breakText);
  let width = Math.min(bubble.style.maxWidth * scale, room.width);
  let size = scale;
  while (!fits(attempt(size, width)) && width < room.width) {
    width = Math.min(room.width, width * 1.3);
  }
  while (!fits(attempt(size, width)) && size > scale * 0.15) size *= 0.88;
  const balanced = attempt(size, width, balanceLines);
  return fits(balanced) ? balanced : shrink(balanced, room);
}

const laidOut = new WeakMap<
  BubbleStyle,
  { text: string; scale: number; room: Size; layout: Layout }
>();

/** A dragged bubble keeps its layout at every position. */
function knownLayout(bubble: TextBubble, scale: number, room: Size, measure: MeasureText): Layout {
  const { style, text } = bubble;
  const known = measure === measureText ? laidOut.get(style) : undefined;
  if (
    known?.text === text &&
    known.scale === scale &&
    known.room.width === room.width &&
    known.room.height === room.height
  ) {
    return known.layout;
  }
  const layout = layOutWithin(bubble, scale, room, measure);
  if (measure === measureText) laidOut.set(style, { text, scale, room, layout });
  return layout;
}

/** The fallback on panels smaller than any letter. */
function shrink(layout: Layout, room: Size): Layout {
  const factor = Math.min(room.width / layout.width, room.height / layout.height);
  return {
    lines: layout.lines,
    fontSize: layout.fontSize * factor,
    width: layout.width * factor,
    height: layout.height * factor,
  };
}

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

/** More digits are invisible, and every page contains all of them twice. */
const hundredths = (value: number) => Math.round(value * 100) / 100;

/** The bubble between the panel's margins, and the layout that it comes from. */
function place(bubble: TextBubble, panel: Size, measure: MeasureText) {
  const { style, position } = bubble;
  const scale = bubbleScale(panel.width);
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
  const box: Box = {
    x: clamp(position.x * panel.width - anchor.x * width, margin.x, panel.width - margin.x - width),
    y: clamp(
      position.y * panel.height - anchor.y * height,
      margin.y,
      panel.height - margin.y - height,
    ),
    width,
    height,
  };
  return { box, layout, scale, borderWidth };
}

/** The bounds of the bubble without its tail; cheaper than the full geometry. */
export const bubbleBox = (bubble: TextBubble, panel: Size): Box =>
  place(bubble, panel, measureText).box;

/**
 * Geometry of a bubble on a panel of this size in px. The bubble stays between the panel's margins
 * and its tail within the panel, whatever was stored. Pure: server and browsers get the same result
 * if they measure alike.
 */
export function bubbleGeometry(
  bubble: TextBubble,
  panel: Size,
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
    path: pathOf(style, box, layout, tail),
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

function pathOf(style: BubbleStyle, box: Box, layout: Layout, tail: Tail | null): string {
  switch (style.bubbleShape) {
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

const drawn = new WeakMap<TextBubble, { panel: Size; geometry: BubbleGeometry }>();

/**
 * Memoised geometry of an immutable bubble for its latest panel size, because both the drawing and
 * its drag handle need it.
 */
export function drawnGeometry(bubble: TextBubble, panel: Size): BubbleGeometry {
  const known = drawn.get(bubble);
  if (known?.panel.width === panel.width && known.panel.height === panel.height) {
    return known.geometry;
  }
  const geometry = bubbleGeometry(bubble, panel);
  drawn.set(bubble, { panel: { ...panel }, geometry });
  return geometry;
}
