import { type LetteringFont, letteringOf } from "@/lib/scenes/lettering/font-fallback";
import { breakLines } from "@/lib/scenes/lettering/line-breaking";
import { measureText } from "@/lib/scenes/lettering/measure-text";
import { type PageSize, pageSizes } from "./formats";
import type { PlacedLine } from "./page-model";

export const fonts = {
  display: { family: "Bangers", weight: 400 },
  text: { family: "Comic Neue", weight: 400 },
  strong: { family: "Comic Neue", weight: 700 },
} as const satisfies Record<string, LetteringFont>;

/** Margin on each side as a share of the page's width. */
const marginFraction = 0.065;

export interface PageFrame {
  width: number;
  /** Null for a strip, which is as high as its content. */
  height: number | null;
  margin: number;
  /** Width of the content. */
  inner: number;
}

export function pageFrameOf(size: PageSize): PageFrame {
  const { width, height } = pageSizes[size];
  const margin = height === null ? 0.02 * width : marginFraction * width;
  return { width, height, margin, inner: width - 2 * margin };
}

/** Lays out the centred lines of a paragraph. */
export function layoutParagraph(
  paragraph: string,
  at: { x: number; y: number; width: number },
  style: { font: LetteringFont; size: number; fill: string; level?: 0 | 1 | 2; spacing?: number },
): { lines: PlacedLine[]; bottom: number } {
  const { size, fill, level = 0, spacing = 1.3 } = style;
  const font = letteringOf(paragraph, style.font);
  const broken = breakLines(paragraph, at.width, font, size, measureText);
  const lines = broken.map((one, index) => ({
    text: one,
    x: at.x,
    y: at.y + size + index * size * spacing,
    font,
    size,
    fill,
    level,
  }));
  return { lines, bottom: at.y + broken.length * size * spacing };
}
