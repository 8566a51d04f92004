import "server-only";
import { bubblesSvg, lineSvg } from "@/lib/scenes/lettering/bubble-svg";
import { loadShaper } from "@/lib/scenes/lettering/font-files";
import type { Box } from "@/lib/scenes/panels/page-layout";
import { type BookPage, type PlacedPanel, paint } from "./page-model";

const rectangle = ({ x, y, width, height }: Box) => `M${x} ${y}h${width}v${height}h${-width}Z`;

/** An SVG path of a rectangle with rounded corners. */
function roundPath({ x, y, width, height }: Box, radius: number): string {
  const r = Math.max(0, Math.min(radius, width / 2, height / 2));
  const arc = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  return `M${x + r} ${y}h${width - 2 * r}${arc(r, r)}v${height - 2 * r}${arc(-r, r)}h${-(width - 2 * r)}${arc(-r, -r)}v${-(height - 2 * r)}${arc(r, -r)}Z`;
}

/** The frame, and paper over the square corners of the picture outside it. */
export const framePaths = ({ outer, inner, frame }: PlacedPanel) => ({
  corners: rectangle(outer) + roundPath(outer, frame.radius),
  ring: roundPath(outer, frame.radius) + roundPath(inner, frame.radius - frame.width),
});

const frameSvg = (panel: PlacedPanel): string => {
  if (panel.frame.width === 0) return "";
  const { corners, ring } = framePaths(panel);
  return `<path fill-rule="evenodd" fill="${paint.paper}" d="${corners}"/><path fill-rule="evenodd" fill="${paint.ink}" d="${ring}"/>`;
};

async function panelBubblesSvg({ bubbles, lettering }: PlacedPanel): Promise<string> {
  if (bubbles.length === 0) return "";
  const { x, y, scale, size } = lettering;
  const shown = { width: size.width * scale, height: size.height * scale };
  return `<g transform="translate(${x} ${y})">${await bubblesSvg(bubbles, size, shown)}</g>`;
}

/** Frames, bubbles and titles of a page as an SVG of the given size in pixels. */
export async function overlayOf(
  page: BookPage,
  pixels: { width: number; height: number },
): Promise<string> {
  await loadShaper();
  let drawn = "";
  for (const panel of page.panels) drawn += frameSvg(panel) + (await panelBubblesSvg(panel));
  const lines = page.lines
    .map(({ font, size, fill, ...line }) => lineSvg(line, font, size, fill))
    .join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels.width}" height="${pixels.height}" viewBox="0 0 ${page.width} ${page.height}" preserveAspectRatio="none">${drawn}${lines}</svg>`;
}
