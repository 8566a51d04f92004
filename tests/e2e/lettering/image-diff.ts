import pixelmatch from "pixelmatch";
import sharp from "sharp";
import { basePanelWidth, bubbleGeometry } from "@/lib/scenes/bubbles/geometry";
import { layoutSize } from "@/lib/scenes/bubbles/placement";
import type { TextBubble } from "@/lib/scenes/bubbles/schema";

/** Device pixels per CSS pixel: the screen is as dense as a downloaded picture. */
export const density = 2;
export const shownPanel = { width: basePanelWidth, height: (basePanelWidth * 4) / 3 };

/** The width in px of shadow and border, which are outside of the bubble's box. */
const around = 8;

interface ImageDiff {
  /** Share of all pixels that differ visibly, 0 to 1, without antialiased edges. */
  panel: number;
  /** The same share within each bubble's box, by id. */
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

/** Measures the difference of two pictures of one panel, both in the size of a download. */
export async function compare(a: Buffer, b: Buffer, bubbles: TextBubble[]): Promise<ImageDiff> {
  const width = shownPanel.width * density;
  const height = shownPanel.height * density;
  // Bubbles are laid out at one panel width, and scaled with it.
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
