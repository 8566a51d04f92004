import "server-only";
import { rectanglePath } from "@/lib/scenes/bubbles/path";
import { bubblesSvg, lineSvg } from "@/lib/scenes/lettering/bubble-svg";
import { loadShaper } from "@/lib/scenes/lettering/font-files";
import { type BookPage, type PlacedPanel, paint } from "./page-model";

/** The frame, and paper over the square corners of the picture outside it. */
export const framePaths = ({ outer, inner, frame }: PlacedPanel) => ({
  corners: rectanglePath(outer, 0, null) + rectanglePath(outer, frame.radius, null),
  ring:
    rectanglePath(outer, frame.radius, null) +
    rectanglePath(inner, frame.radius - frame.width, null),
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
