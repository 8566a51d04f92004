import "server-only";
import { setImmediate } from "node:timers/promises";
import type { TextBubble } from "../bubble";
import { bubbleGeometry, type Size } from "../bubble-geometry";
import { boldOutline, shadowPaint } from "../bubble-paint";
import { directionOf } from "../letter-faces";
import { type OutlinedLine, outlineLine } from "./outline";

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) =>
  text
    .replace(/[&<>"]/g, (sign) => escapes[sign] ?? "")
    .replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, "");

const attributes = (pairs: Record<string, string | number | undefined>) =>
  Object.entries(pairs)
    .map(([name, value]) => (value === undefined || value === "" ? "" : ` ${name}="${value}"`))
    .join("");

/** Milliseconds of drawing after which others get their turn. */
const turn = 5;

/**
 * The bubbles of a panel as an SVG of `shown` px, laid out for `panel` px: balloons, tails and
 * lettering as pages draw them, letters as outlines. Long Japanese texts take half a second: pages
 * are served between their lines.
 */
export async function bubblesSvg(bubbles: TextBubble[], panel: Size, shown: Size): Promise<string> {
  let began = performance.now();
  const breathe = async () => {
    if (performance.now() - began < turn) return;
    await setImmediate();
    began = performance.now();
  };
  let drawn = "";
  for (const bubble of bubbles) {
    if (bubble.text.trim() !== "") drawn += await bubbleSvg(bubble, panel, breathe);
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${shown.width}" height="${shown.height}" viewBox="0 0 ${panel.width} ${panel.height}" preserveAspectRatio="none">${drawn}</svg>`;
}

async function bubbleSvg(
  bubble: TextBubble,
  panel: Size,
  breathe: () => Promise<void>,
): Promise<string> {
  const { style } = bubble;
  const { path, lines, fontSize, borderWidth, dashes, scale } = bubbleGeometry(bubble, panel);
  const offset = shadowPaint.offset * scale;
  const shadow = style.shadow
    ? `<path${attributes({
        d: path,
        fill: shadowPaint.fill,
        "fill-opacity": shadowPaint.opacity,
        transform: `translate(${offset} ${offset})`,
      })}/>`
    : "";
  const balloon = `<path${attributes({
    d: path,
    fill: style.backgroundColor,
    stroke: borderWidth > 0 ? style.borderColor : "none",
    "stroke-width": borderWidth,
    "stroke-dasharray": dashes,
    "stroke-linejoin": "round",
    "stroke-linecap": "round",
  })}/>`;
  const font = { family: style.fontFamily, weight: style.fontWeight };
  const direction = directionOf(bubble.text);
  const outlined: (OutlinedLine & { y: number })[] = [];
  for (const line of lines) {
    await breathe();
    outlined.push({ y: line.y, ...outlineLine({ ...line, direction }, font, fontSize) });
  }
  const bold = boldOutline(style, fontSize);
  const letters = `<path${attributes({
    d: outlined.map((line) => line.path).join(""),
    fill: style.textColor,
    stroke: bold > 0 ? style.textColor : undefined,
    "stroke-width": bold > 0 ? bold : undefined,
    "stroke-linejoin": bold > 0 ? "round" : undefined,
  })}/>`;
  // Scripts without a font of ours: in what the machine has, as browsers do.
  const foreign = outlined
    .flatMap((line) => line.foreign.map((part) => ({ ...part, y: line.y })))
    .map(
      ({ text, x, y }) =>
        `<text${attributes({ x, y, fill: style.textColor, "font-size": fontSize, "font-family": "sans-serif" })}>${escaped(text)}</text>`,
    )
    .join("");
  return `<g opacity="${style.opacity}">${shadow}${balloon}${letters}${foreign}</g>`;
}
