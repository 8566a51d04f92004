import "server-only";
import { setImmediate } from "node:timers/promises";
import { markupText } from "@/lib/platform/text/markup";
import { type BubbleGeometry, bubbleGeometry, type PanelLayout } from "../bubbles/geometry";
import { boldOutline, shadowPaint } from "../bubbles/paint";
import type { Size } from "../bubbles/path";
import type { TextBubble } from "../bubbles/schema";
import {
  bubbleLettering,
  directionOf,
  fallbackWeight,
  fontRuns,
  type LetteringFont,
} from "./font-fallback";
import { loadShaper } from "./font-files";
import { boldWeight } from "./glyph-widths";
import { outlineLine } from "./outline";

const attributes = (pairs: Record<string, string | number | undefined>) =>
  Object.entries(pairs)
    .map(([name, value]) => (value === undefined || value === "" ? "" : ` ${name}="${value}"`))
    .join("");

/** Milliseconds of drawing after which other requests get their turn. */
const turn = 5;

/**
 * The bubbles of a panel as an SVG of `shown` px, laid out for `panel` px: bubbles, tails and
 * lettering as on pages, with letters as outlines. Long Japanese texts take half a second, so
 * drawing yields between lines.
 */
export async function bubblesSvg(
  bubbles: TextBubble[],
  panel: PanelLayout,
  shown: Size,
): Promise<string> {
  await loadShaper();
  let began = performance.now();
  const breathe = async () => {
    if (performance.now() - began < turn) return;
    await setImmediate();
    began = performance.now();
  };
  let drawn = "";
  for (const bubble of bubbles) drawn += await bubbleSvg(bubble, panel, breathe);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${shown.width}" height="${shown.height}" viewBox="0 0 ${panel.width} ${panel.height}" preserveAspectRatio="none">${drawn}</svg>`;
}

/** A single line of lettering, such as a title; `x` is its centre. Await `loadShaper` first. */
export function lineSvg(
  line: { text: string; x: number; y: number },
  font: LetteringFont,
  size: number,
  fill: string,
): string {
  const { path } = outlineLine({ ...line, direction: directionOf(line.text) }, font, size);
  return `<path${attributes({ d: path, fill })}/>`;
}

/** Shadow, outline and tail. */
function shapeSvg({ style }: TextBubble, geometry: BubbleGeometry): string {
  const { path, borderWidth, dashes, scale } = geometry;
  const offset = shadowPaint.offset * scale;
  const shadow = style.shadow
    ? `<path${attributes({
        d: path,
        fill: shadowPaint.fill,
        "fill-opacity": shadowPaint.opacity,
        transform: `translate(${offset} ${offset})`,
      })}/>`
    : "";
  return `${shadow}<path${attributes({
    d: path,
    fill: style.backgroundColor,
    stroke: borderWidth > 0 ? style.borderColor : "none",
    "stroke-width": borderWidth,
    "stroke-dasharray": dashes,
    "stroke-linejoin": "round",
    "stroke-linecap": "round",
  })}/>`;
}

const letterPaint = (style: TextBubble["style"], fontSize: number) => {
  const bold = boldOutline(style, fontSize);
  return {
    fill: style.textColor,
    stroke: bold > 0 ? style.textColor : undefined,
    "stroke-width": bold > 0 ? bold : undefined,
    "stroke-linejoin": bold > 0 ? "round" : undefined,
  };
};

async function bubbleSvg(
  bubble: TextBubble,
  panel: PanelLayout,
  breathe: () => Promise<void>,
): Promise<string> {
  const { style } = bubble;
  const geometry = bubbleGeometry(bubble, panel);
  const { lines, fontSize } = geometry;
  const font = bubbleLettering(bubble);
  const direction = directionOf(bubble.text);
  let path = "";
  for (const line of lines) {
    await breathe();
    path += outlineLine({ ...line, direction }, font, fontSize).path;
  }
  const letters = `<path${attributes({ d: path, ...letterPaint(style, fontSize) })}/>`;
  return `<g opacity="${style.opacity}">${shapeSvg(bubble, geometry)}${letters}</g>`;
}

/**
 * The bubbles with letters as SVG text, for pages written as text: the content of an SVG of the
 * panel's size. The caller provides the fonts.
 */
export const bubblesMarkup = (bubbles: readonly TextBubble[], panel: PanelLayout): string =>
  bubbles.map((bubble) => bubbleMarkup(bubble, panel)).join("");

function bubbleMarkup(bubble: TextBubble, panel: PanelLayout): string {
  const { style } = bubble;
  const geometry = bubbleGeometry(bubble, panel);
  const { lines, fontSize } = geometry;
  const font = bubbleLettering(bubble);
  const weight = fallbackWeight(font);
  const texts = lines.map(({ text, x, y }) => {
    const runs = fontRuns(text, font).map((run) =>
      run.face
        ? `<tspan${attributes({ "font-family": `'${run.face}', sans-serif`, "font-weight": weight })}>${markupText(run.text)}</tspan>`
        : markupText(run.text),
    );
    return `<text${attributes({ x, y })}>${runs.join("")}</text>`;
  });
  const lettering = attributes({
    "font-family": `'${style.fontFamily}', sans-serif`,
    "font-size": fontSize,
    "font-weight": style.fontWeight >= boldWeight ? 700 : 400,
    "text-anchor": "middle",
    direction: directionOf(bubble.text) === "rtl" ? "rtl" : undefined,
    ...letterPaint(style, fontSize),
  });
  return `<g opacity="${style.opacity}">${shapeSvg(bubble, geometry)}<g class="lettering"${lettering}>${texts.join("")}</g></g>`;
}
