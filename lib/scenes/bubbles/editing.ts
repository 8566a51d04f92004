import { fitBubble } from "./fit";
import { anchors, bubbleBox, type PanelLayout } from "./geometry";
import { letterSize } from "./layout";
import type { Point } from "./path";
import { directionTo, freePosition, minDistance } from "./placement";
import { bubblePresets, type PresetName, presetNames } from "./presets";
import { type BubbleStyle, bubbleWidths, fontSizes, maxBubbles, type TextBubble } from "./schema";

/** A panel's bubbles in the order in which they are drawn and read. */
export type Bubbles = readonly TextBubble[];

/** Changes of a style; the edits `tail` and `point` change its tail. */
export type StyleChanges = Partial<Omit<BubbleStyle, "tailDirection" | "tailTip">>;

/** An edit of a panel's bubbles. Points are fractions of the panel. */
export type BubbleEdit =
  | { kind: "add"; id: string; at?: Point; preset?: PresetName }
  | { kind: "move"; id: string; by: Point }
  | { kind: "place"; id: string; at: Point }
  /** `keeps`: the side that stays fixed. */
  | {
      kind: "resize";
      id: string;
      maxWidth?: number;
      fontSize?: number;
      keeps?: "left" | "right";
    }
  | { kind: "fit"; id: string }
  /** `composition`: the number of the pending IME composition. */
  | { kind: "text"; id: string; text: string; composition?: number }
  | { kind: "speaker"; id: string; speaker: string; composition?: number }
  | { kind: "type"; id: string; type: TextBubble["type"] }
  | { kind: "preset"; id: string; name: PresetName }
  | { kind: "style"; id: string; style: StyleChanges }
  | { kind: "anchor"; id: string; anchor: Anchor }
  | { kind: "tail"; id: string; direction: BubbleStyle["tailDirection"] }
  | { kind: "point"; id: string; tip: Point | null }
  | { kind: "copy-style"; id: string; from: string }
  | { kind: "duplicate"; id: string; newId: string }
  | { kind: "order"; id: string; step: 1 | -1 }
  | { kind: "delete"; id: string };

export const bubbleId = (now: number, random: number): string =>
  `${now.toString(36)}-${random.toString(36).slice(2, 10) || "0"}`;

const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(high, value));
/** Rounds fractions: a ten-thousandth of a panel is invisible. */
const roundFraction = (value: number) => Math.round(clamp(value, 0, 1) * 10_000) / 10_000;
const shortPoint = ({ x, y }: Point): Point => ({ x: roundFraction(x), y: roundFraction(y) });
const stepped = (value: number, { min, max, step }: { min: number; max: number; step: number }) =>
  clamp(Math.round(value / step) * step, min, max);

type Anchor = TextBubble["position"]["anchor"];

/** Where an anchor of the drawn bubble lies in the panel. */
function anchorPoint(bubble: TextBubble, anchor: Anchor, panel: PanelLayout): Point {
  const box = bubbleBox(bubble, panel);
  const share = anchors[anchor];
  return shortPoint({
    x: (box.x + share.x * box.width) / panel.width,
    y: (box.y + share.y * box.height) / panel.height,
  });
}

/** The position of the bubble's anchor as drawn, which is inside of the panel's margin. */
export const drawnPosition = (bubble: TextBubble, panel: PanelLayout): Point =>
  anchorPoint(bubble, bubble.position.anchor, panel);

/** The bubble with its anchor at a point, or as near to it as the panel's margins allow. */
function placedAt(bubble: TextBubble, at: Point, panel: PanelLayout): TextBubble {
  const { anchor } = bubble.position;
  const moved = { ...bubble, position: { ...shortPoint(at), anchor } };
  return { ...moved, position: { ...drawnPosition(moved, panel), anchor } };
}

/**
 * Applies an edit; returns the same list if nothing changes. Changed bubbles are marked as edited
 * by an author.
 */
export function applyEdit(bubbles: Bubbles, edit: BubbleEdit, panel: PanelLayout): Bubbles {
  if (edit.kind === "add") {
    const isKnown = bubbles.some(({ id }) => id === edit.id);
    if (bubbles.length >= maxBubbles || isKnown) return bubbles;
    return [...bubbles, newBubble(bubbles, edit, panel)];
  }
  const index = bubbles.findIndex(({ id }) => id === edit.id);
  const bubble = bubbles[index];
  if (!bubble) return bubbles;
  switch (edit.kind) {
    case "delete":
      return bubbles.filter((one) => one !== bubble);
    case "order": {
      const other = bubbles[index + edit.step];
      if (!other) return bubbles;
      return bubbles.with(index, other).with(index + edit.step, bubble);
    }
    case "duplicate": {
      const isKnown = bubbles.some(({ id }) => id === edit.newId);
      if (bubbles.length >= maxBubbles || isKnown) return bubbles;
      return bubbles.toSpliced(
        index + 1,
        0,
        duplicateOf(bubbles, asDrawn(bubble, panel), edit.newId, panel),
      );
    }
    default: {
      const seen = asDrawn(bubble, panel);
      const next = editBubble(seen, edit, panel, bubbles);
      return JSON.stringify(seen) === JSON.stringify(next) ? bubbles : bubbles.with(index, next);
    }
  }
}

/** The bubble as the author sees it: its own drawn position and size, in which an edit begins. */
function asDrawn(bubble: TextBubble, panel: PanelLayout): TextBubble {
  if (bubble.byHand) return bubble;
  const { anchor } = bubble.position;
  const position = panel.alone ? { ...drawnPosition(bubble, panel), anchor } : bubble.position;
  const style = { ...bubble.style, fontSize: letterSize(bubble) };
  return { ...bubble, position, style, byHand: true };
}

type OwnEdit = Exclude<BubbleEdit, { kind: "add" | "delete" | "order" | "duplicate" }>;

function editBubble(
  bubble: TextBubble,
  edit: OwnEdit,
  panel: PanelLayout,
  others: Bubbles,
): TextBubble {
  const styled = (style: Partial<BubbleStyle>): TextBubble => ({
    ...bubble,
    style: { ...bubble.style, ...style },
  });
  switch (edit.kind) {
    case "copy-style": {
      const source = others.find(({ id }) => id === edit.from);
      return source ? withStyleOf(bubble, source) : bubble;
    }
    case "move": {
      const from = drawnPosition(bubble, panel);
      return placedAt(bubble, { x: from.x + edit.by.x, y: from.y + edit.by.y }, panel);
    }
    case "place":
      return placedAt(bubble, edit.at, panel);
    case "resize": {
      const { maxWidth = bubble.style.maxWidth, fontSize = bubble.style.fontSize } = edit;
      const resized = styled({
        maxWidth: stepped(maxWidth, bubbleWidths),
        fontSize: stepped(fontSize, fontSizes),
      });
      return edit.keeps ? withFixedSide(edit.keeps, bubble, resized, panel) : resized;
    }
    case "fit":
      return fitBubble(bubble, panel);
    case "text":
      return { ...bubble, text: sanitizeText(edit.text) };
    case "speaker":
      return { ...bubble, speaker: sanitizeText(edit.speaker).slice(0, 100) || null };
    case "type":
      return { ...bubble, type: edit.type };
    case "preset":
      return withPreset(bubble, edit.name);
    case "style":
      return styled(edit.style);
    case "anchor": {
      // The bubble stays where it is; only the corner that its position refers to changes.
      const { anchor } = edit;
      return { ...bubble, position: { ...anchorPoint(bubble, anchor, panel), anchor } };
    }
    case "tail":
      return styled({ tailDirection: edit.direction, tailTip: null });
    case "point":
      return edit.tip ? withTailAt(bubble, edit.tip, panel) : styled({ tailTip: null });
  }
}

/** A bubble of another width, with one side fixed. */
function withFixedSide(
  side: "left" | "right",
  before: TextBubble,
  after: TextBubble,
  panel: PanelLayout,
) {
  const edge = (bubble: TextBubble) => {
    const { x, width } = bubbleBox(bubble, panel);
    return side === "left" ? x : x + width;
  };
  const { x, y } = drawnPosition(after, panel);
  return placedAt(after, { x: x + (edge(before) - edge(after)) / panel.width, y }, panel);
}

/** Points the tail at a point of the panel: the speaker's mouth. */
function withTailAt(bubble: TextBubble, tip: Point, panel: PanelLayout): TextBubble {
  const centre = anchorPoint(bubble, "center", panel);
  const tailTip = shortPoint(tip);
  const { tailSize } = bubble.style;
  return {
    ...bubble,
    style: {
      ...bubble.style,
      tailTip,
      tailDirection: directionTo(centre, tailTip),
      tailSize: tailSize > 0 ? tailSize : 12,
    },
  };
}

/**
 * Removes what the database cannot store: lone surrogates and control characters other than line
 * breaks.
 */
const sanitizeText = (text: string) =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: this function removes them
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, "");

/** A change of look keeps the point of a tail that points at a speaker. */
function withPreset(bubble: TextBubble, name: PresetName): TextBubble {
  const { type, style } = bubblePresets[name];
  const { tailDirection, tailTip } = bubble.style;
  const keepsDirection = style.tailDirection !== "none" && tailDirection !== "none";
  return {
    ...bubble,
    type,
    style: {
      ...style,
      tailTip,
      tailDirection: keepsDirection ? tailDirection : style.tailDirection,
    },
  };
}

/** The preset with the same look as a bubble, regardless of its tail; null for a custom look. */
export function presetOf({ type, style }: TextBubble): PresetName | null {
  const look = ({ tailTip: _, tailDirection, ...rest }: BubbleStyle) =>
    JSON.stringify([Object.entries(rest).toSorted(), tailDirection === "none"]);
  return (
    presetNames.find(
      (name) =>
        bubblePresets[name].type === type && look(bubblePresets[name].style) === look(style),
    ) ?? null
  );
}

/** Copies another bubble's look except the direction of its tail. */
function withStyleOf(bubble: TextBubble, { style }: TextBubble): TextBubble {
  const { tailTip, tailDirection } = bubble.style;
  const own = tailDirection === "none" ? "bottom-left" : tailDirection;
  return {
    ...bubble,
    style: { ...style, tailTip, tailDirection: style.tailDirection === "none" ? "none" : own },
  };
}

function newBubble(
  others: Bubbles,
  { id, at, preset = "Speech Default" }: Extract<BubbleEdit, { kind: "add" }>,
  panel: PanelLayout,
): TextBubble {
  const { type, style } = bubblePresets[preset];
  const position = at ? { ...at, anchor: "center" as const } : freePosition(others);
  const bubble: TextBubble = {
    id,
    text: "",
    type,
    speaker: null,
    position,
    style: { ...style },
    byHand: true,
  };
  return placedAt(bubble, position, panel);
}

/** Beside the original where there is room, else below it, else in any free position. */
function duplicateOf(
  others: Bubbles,
  bubble: TextBubble,
  id: string,
  panel: PanelLayout,
): TextBubble {
  const from = drawnPosition(bubble, panel);
  const offsets = [
    { x: 0, y: 0.18 },
    { x: 0.22, y: 0 },
    { x: -0.22, y: 0 },
    { x: 0, y: -0.18 },
  ];
  const copy: TextBubble = { ...bubble, id, style: { ...bubble.style }, byHand: true };
  const places = offsets.map((by) => placedAt(copy, { x: from.x + by.x, y: from.y + by.y }, panel));
  const isFree = ({ position: { x, y } }: TextBubble) =>
    others.every(({ position }) => Math.hypot(position.x - x, position.y - y) >= minDistance);
  return places.find(isFree) ?? placedAt(copy, { x: from.x + 0.04, y: from.y + 0.04 }, panel);
}
