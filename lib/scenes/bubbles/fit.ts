import { minOf } from "@/lib/platform/min-max";
import { unbreakableParts } from "../lettering/line-breaking";
import { bubbleBox, bubbleGeometry, bubbleScale, type PanelLayout } from "./geometry";
import { letterSize } from "./layout";
import { bubbleWidths, fontSizes, type TextBubble } from "./schema";

/** Whether a text fits at its style's font size, in smaller letters, or with a word cut in two. */
type Fit = "fits" | "shrunk" | "divided";

export function textFit(bubble: TextBubble, panel: PanelLayout): Fit {
  if (bubble.text.trim() === "") return "fits";
  const { fontSize, lines } = bubbleGeometry(bubble, panel);
  const wanted = letterSize(bubble) * (panel.scale ?? bubbleScale(panel.width));
  if (fontSize < wanted - 0.01) return "shrunk";
  const parts = unbreakableParts(bubble.text);
  return parts.every((part) => lines.some(({ text }) => text.includes(part))) ? "fits" : "divided";
}

/** The bubble with the largest letters up to its own size that fit, as narrow as they allow. */
export function fitBubble(bubble: TextBubble, panel: PanelLayout): TextBubble {
  const styled = (maxWidth: number, fontSize: number): TextBubble => ({
    ...bubble,
    style: { ...bubble.style, maxWidth, fontSize },
  });
  const { max, step } = bubbleWidths;
  let { fontSize } = bubble.style;
  while (fontSize > fontSizes.min && textFit(styled(max, fontSize), panel) !== "fits") {
    fontSize = Math.max(fontSizes.min, Math.ceil(fontSize) - 1);
  }
  let maxWidth = Math.min(max, Math.ceil(bubble.style.maxWidth / step) * step);
  while (maxWidth < max && textFit(styled(maxWidth, fontSize), panel) !== "fits") maxWidth += step;
  return styled(maxWidth, fontSize);
}

/**
 * A possible `maxWidth` of a style and the bubble's drawn width, which is as narrow as its words.
 */
interface DrawnWidth {
  maxWidth: number;
  /** px of the panel. */
  drawn: number;
}

/** All options; the current bubble comes first. */
export function drawnWidths(bubble: TextBubble, panel: PanelLayout): DrawnWidth[] {
  const { style } = bubble;
  const { min, max, step } = bubbleWidths;
  const others = Array.from({ length: (max - min) / step + 1 }, (_, at) => min + at * step);
  return [style.maxWidth, ...others].map((maxWidth) => ({
    maxWidth,
    drawn: bubbleBox({ ...bubble, style: { ...style, maxWidth } }, panel).width,
  }));
}

/** The `maxWidth` whose drawn width is nearest to a width; among equals the smallest change. */
export function nearestWidth(target: number, widths: readonly DrawnWidth[]): number {
  const off = ({ drawn }: DrawnWidth) => Math.abs(drawn - target);
  const least = minOf(widths.map(off));
  const now = widths[0]?.maxWidth ?? bubbleWidths.min;
  return widths
    .filter((one) => off(one) - least < 0.5)
    .map(({ maxWidth }) => maxWidth)
    .reduce((best, next) => (Math.abs(next - now) < Math.abs(best - now) ? next : best));
}
