import type { Origin } from "@/lib/media/xmp.mjs";
import { maxOf } from "@/lib/platform/min-max";
import { grown } from "@/lib/scenes/bubbles/boxes";
import type { Box, Size } from "@/lib/scenes/bubbles/path";
import { pageBoxes, pageTiers, sceneLayouts } from "@/lib/scenes/panels/page-layout";
import { pixelRatio, ratioOf } from "./capture-panel";

/** Pixels, as on the reading page of a large screen (comic.css). */
const sheet = { width: 1080, gap: 20 };
const frame = { width: 2, radius: 4, ink: "#17130e" };

interface Picture {
  canvas: CanvasImageSource;
  origin: Origin;
}

/**
 * Draws the panels in the page layout of their author, on white paper in every theme, with a gutter
 * around them. A panel with neither picture nor text is an empty frame.
 * @param draw draws picture and lettering of a panel at a size in px
 * @throws if a panel cannot be drawn
 */
export async function drawPage(
  panels: readonly HTMLElement[],
  layout: string | undefined,
  draw: (panel: HTMLElement, size: Size) => Promise<Picture>,
): Promise<{ canvas: HTMLCanvasElement; origin: Origin }> {
  const [first] = panels;
  const ratio = first ? ratioOf(first) : { width: 3, height: 4 };
  const aspect = ratio.width / ratio.height;
  const chosen = sceneLayouts.find((one) => one === layout) ?? null;
  const boxes = pageBoxes(pageTiers(panels.length, aspect, chosen), { ...sheet, aspect });
  const bottom = maxOf(boxes.map(({ y, height }) => y + height));
  const canvas = document.createElement("canvas");
  canvas.width = (sheet.width + 2 * sheet.gap) * pixelRatio;
  canvas.height = Math.round((bottom + 2 * sheet.gap) * pixelRatio);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("The browser cannot draw pictures.");
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(pixelRatio, pixelRatio);
  context.translate(sheet.gap, sheet.gap);
  context.imageSmoothingQuality = "high";
  const origins = new Set<Origin>();
  for (const [index, panel] of panels.entries()) {
    const box = boxes[index];
    if (!box) continue;
    const inner = grown(box, -frame.width);
    const picture = panel.querySelector("img, .panel-bubbles") && (await draw(panel, inner));
    if (picture) origins.add(picture.origin);
    drawFramed(context, box, inner, picture);
  }
  return {
    canvas,
    origin: (["model", "drawn"] as const).find((one) => origins.has(one)) ?? "photo",
  };
}

function drawFramed(
  context: CanvasRenderingContext2D,
  outer: Box,
  inner: Box,
  picture: Picture | null,
) {
  fillRound(context, outer, frame.radius, frame.ink);
  fillRound(context, inner, frame.radius - frame.width, "#ffffff");
  if (!picture) return;
  context.save();
  context.clip();
  context.drawImage(picture.canvas, inner.x, inner.y, inner.width, inner.height);
  context.restore();
}

function fillRound(context: CanvasRenderingContext2D, box: Box, radius: number, fill: string) {
  context.beginPath();
  context.roundRect(box.x, box.y, box.width, box.height, radius);
  context.fillStyle = fill;
  context.fill();
}
