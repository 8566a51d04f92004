import pixelmatch from "pixelmatch";
import sharp from "sharp";
import { basePanelWidth, bubbleGeometry } from "@/lib/scenes/bubble-geometry";
import { layoutSize } from "@/lib/scenes/bubble-placement";
import type { TextBubble } from "@/lib/scenes/bubble-schema";

/** Pixels of a picture for one of the page: as dense a screen as a downloaded picture. */
export const density = 2;
export const shownPanel = { width: basePanelWidth, height: (basePanelWidth * 4) / 3 };

/** Of the shadow and the border, which lie outside of the bubble's box. */
const around = 8;

interface ImageDiff {
  /** Share of pixels that differ as an eye sees it, smoothed edges left out: of all, 0 to 1. */
  panel: number;
  /** Of each bubble's own place, by id. */
  bubbles: Record<string, number>;
}

const pixelsOf = (file: Buffer, place: { x: number; y: number; width: number; height: number }) =>
  sharp(file)
    .extract({ left: place.x, top: place.y, width: place.width, height: place.height })
    .ensureAlpha()
    .raw()
    .toBuffer();

async function differing(a: Buffer, b: Buffer, place: Parameters<typeof pixelsOf>[1]) {
  const [first, second] = await Promise.all([pixelsOf(a, place), pixelsOf(b, place)]);
  const count = pixelmatch(first, second, undefined, place.width, place.height, {
    threshold: 0.1,
  });
  return count / (place.width * place.height);
}

/** How far two pictures of one panel differ. Both are as large as a downloaded one. */
export async function compare(a: Buffer, b: Buffer, bubbles: TextBubble[]): Promise<ImageDiff> {
  const width = shownPanel.width * density;
  const height = shownPanel.height * density;
  // Bubbles are laid out on a panel of one width, and enlarged with it.
  const laidOut = layoutSize(3 / 4);
  const scale = width / laidOut.width;
  const places: Record<string, number> = {};
  for (const bubble of bubbles) {
    const { box } = bubbleGeometry(bubble, laidOut);
    const x = Math.max(0, Math.floor(box.x * scale - around * density));
    const y = Math.max(0, Math.floor(box.y * scale - around * density));
    places[bubble.id] = await differing(a, b, {
      x,
      y,
      width: Math.min(width - x, Math.ceil(box.width * scale + 2 * around * density)),
      height: Math.min(height - y, Math.ceil(box.height * scale + 2 * around * density)),
    });
  }
  return { panel: await differing(a, b, { x: 0, y: 0, width, height }), bubbles: places };
}
