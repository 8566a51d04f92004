import { maxOf, minOf } from "@/lib/platform/min-max";
import type { Fit, PagesAtOnce } from "../reading-settings";

/** Geometry of page and panel mode, free of the DOM. Lengths are px of a page 1080 px wide. */

export interface Size {
  width: number;
  height: number;
}

export interface Box extends Size {
  x: number;
  y: number;
}

/** What the window shows: the point of the page in its middle, and window px per page px. */
export interface View {
  x: number;
  y: number;
  scale: number;
}

/** Width of each page in page and panel mode before it is scaled: that of a downloaded page. */
export const pageWidth = 1080;
/** The gap between panels, and between two pages. */
export const pageGap = 20;
/** Size in px at which letters are legible. */
export const minLetters = 12;

/** A page, or two side by side. */
export interface Sheet extends Size {
  /** The scale at which the smallest letters measure `minLetters`; 0 without letters. */
  legible: number;
}

export interface PanelBox extends Box {
  /** As for a sheet. */
  legible: number;
  /** In reading order. */
  bubbles: (Box & { isRightToLeft?: boolean })[];
}

/** Rounding errors are smaller. */
const tolerance = 0.5;

export const wholeScale = (box: Size, window: Size) =>
  Math.min(window.width / box.width, window.height / box.height);

/** The scale of a sheet; null if its letters are too small in the whole width of the window. */
export function sheetScale(sheet: Sheet, window: Size, fit: Fit): number | null {
  const across = window.width / sheet.width;
  if (fit === "height") return window.height / sheet.height;
  if (fit === "width") return across;
  if (fit === "original") return 1;
  const scale = Math.max(wholeScale(sheet, window), sheet.legible);
  return scale <= across * 1.001 ? Math.min(scale, across) : null;
}

/** Two pages as one sheet. */
export const sideBySide = (pages: readonly Sheet[]): Sheet => ({
  width: pages.reduce((sum, { width }) => sum + width, pageGap * (pages.length - 1)),
  height: maxOf(pages.map(({ height }) => height)),
  legible: maxOf(pages.map(({ legible }) => legible)),
});

/** Whether two pages can be read together, hardly smaller than each would be alone. */
function isLargeEnough(sheet: Sheet, pair: readonly Sheet[], window: Size): boolean {
  const scale = wholeScale(sheet, window);
  return scale >= sheet.legible && pair.every((page) => scale >= wholeScale(page, window) * 0.75);
}

/** Groups pages, by index, into those that are shown at once. */
export function spreadsOf(pages: readonly Sheet[], window: Size, at: PagesAtOnce): number[][] {
  const spreads: number[][] = [];
  for (let index = 0; index < pages.length; index += 1) {
    const pair = pages.slice(index, index + 2);
    const sheet = sideBySide(pair);
    const isPair =
      pair.length === 2 &&
      (at === "two"
        ? sheetScale(sheet, window, "auto") !== null
        : at === "auto" && isLargeEnough(sheet, pair, window));
    spreads.push(isPair ? [index, index + 1] : [index]);
    if (isPair) index += 1;
  }
  return spreads;
}

/**
 * Where a window of length `seen` stops on its way along `length`. Each stop is at the beginning of
 * the first span that the previous one cut; a longer span is seen in overlapping parts.
 */
function stopsAlong(length: number, seen: number, spans: readonly [number, number][]): number[] {
  if (length <= seen + tolerance) return [(length - seen) / 2];
  const last = length - seen;
  const stops = [0];
  for (let at = 0; at < last - tolerance; ) {
    const cut = spans.filter(([from, to]) => from > at + tolerance && to > at + seen + tolerance);
    const next = minOf(
      cut.map(([from]) => from - pageGap / 2),
      at + seen * 0.85,
    );
    at = Math.min(next > at + tolerance ? next : at + seen * 0.85, last);
    stops.push(at);
  }
  return stops;
}

/** Views of a sheet at a scale, in reading order; one if all of it is in the window. */
export function sheetViews(
  sheet: Size,
  panels: readonly Box[],
  window: Size,
  scale: number,
  isRightToLeft: boolean,
): View[] {
  const seen = { width: window.width / scale, height: window.height / scale };
  const downward = panels.map(({ y, height }): [number, number] => [y, y + height]);
  const tops = stopsAlong(sheet.height, seen.height, downward);
  const lefts = stopsAlong(sheet.width, seen.width, []);
  if (isRightToLeft) lefts.reverse();
  return tops.flatMap((top) =>
    lefts.map((left) => ({ x: left + seen.width / 2, y: top + seen.height / 2, scale })),
  );
}

export interface PanelView {
  /** Index among the panels. */
  panel: number;
  view: View;
}

/**
 * The camera's stops: each panel whole, in order, followed by its bubbles if their letters are too
 * small in the window.
 */
export const panelViews = (panels: readonly PanelBox[], window: Size): PanelView[] =>
  panels.flatMap((panel, index) => {
    const scale = wholeScale(panel, window);
    const whole = { ...middleOf(panel), scale };
    const views = scale >= panel.legible * 0.999 ? [whole] : [whole, ...bubbleViews(panel, window)];
    return views.map((view) => ({ panel: index, view }));
  });

/** Consecutive bubbles that the window shows together at the scale at which they are legible. */
function bubbleViews(panel: PanelBox, window: Size): View[] {
  const scale = panel.legible;
  const seen = { width: window.width / scale, height: window.height / scale };
  const groups: PanelBox["bubbles"] = [];
  for (const bubble of panel.bubbles) {
    const group = groups.at(-1);
    const both = group ? around(group, bubble) : bubble;
    const fits = both.width <= seen.width && both.height <= seen.height;
    if (group && fits) groups.pop();
    groups.push(fits ? both : bubble);
  }
  return groups.flatMap((group) =>
    sheetViews(group, [], window, scale, group.isRightToLeft ?? false).map((view) =>
      clampView({ ...view, x: view.x + group.x, y: view.y + group.y }, panel, window),
    ),
  );
}

const middleOf = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });

function around(a: Box, b: Box): Box {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  };
}

/** Moves a view so that its box fills the window; a box smaller than the window is centred. */
export function clampView({ x, y, scale }: View, box: Box, window: Size): View {
  const clamp = (at: number, from: number, length: number, seen: number) =>
    length <= seen
      ? from + length / 2
      : Math.min(Math.max(at, from + seen / 2), from + length - seen / 2);
  return {
    x: clamp(x, box.x, box.width, window.width / scale),
    y: clamp(y, box.y, box.height, window.height / scale),
    scale,
  };
}

/** Zooms around a point of the window. */
export function zoomView(view: View, factor: number, point: { x: number; y: number }, of: Size) {
  const scale = view.scale * factor;
  const dx = point.x - of.width / 2;
  const dy = point.y - of.height / 2;
  return {
    x: view.x + dx / view.scale - dx / scale,
    y: view.y + dy / view.scale - dy / scale,
    scale,
  };
}

/** Index of the view whose middle is nearest. */
export function nearestView(views: readonly View[], { x, y }: View): number {
  const distances = views.map((one) => Math.hypot(one.x - x, one.y - y));
  return distances.indexOf(minOf(distances));
}
