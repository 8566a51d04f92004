import sharp from "sharp";
import type { Composition } from "./compose";
import { type Finish, paintAnimated, paintRealistic, paintWatercolor } from "./finish/paint";
import { imageOf, type Pixels, pixelsOf } from "./finish/pixels";
import { printClassic, printManga, printNoir } from "./finish/print";
import type { LookName } from "./looks";

const finishes: Record<LookName, Finish> = {
  classic: printClassic,
  manga: printManga,
  noir: printNoir,
  watercolor: paintWatercolor,
  animated: paintAnimated,
  realistic: paintRealistic,
};

/** Blur by distance in each look. */
const focus: Partial<Record<LookName, number>> = { realistic: 1, animated: 0.45 };

/** Renders a composition as pixels in its style. */
export async function renderPixels(composition: Composition, signal?: AbortSignal) {
  const { look, side, depth, ...svg } = composition;
  const raster = (text: string) => sharp(Buffer.from(text), { unlimited: true });
  const [back, front] = await Promise.all([
    pixelsOf(raster(svg.back).flatten({ background: "#ffffff" })),
    raster(svg.front).ensureAlpha().raw().toBuffer(),
  ]);
  signal?.throwIfAborted();
  const { width, height } = back;
  const ofFront = { raw: { width, height, channels: 4 as const } };
  const blur = ((focus[look.name] ?? 0) * depth * Math.sqrt(width * height)) / 1000;
  const ground = blur > 0.3 ? await pixelsOf(imageOf(back).blur(blur)) : back;
  const pixels = await pixelsOf(imageOf(ground).composite([{ input: front, ...ofFront }]));
  signal?.throwIfAborted();
  const cover = await sharp(front, ofFront).extractChannel(3).raw().toBuffer();
  await finishes[look.name](pixels, signal, { side, cover });
  return pixels;
}

export const encodePicture = (pixels: Pixels) =>
  imageOf(pixels).jpeg({ quality: 88, chromaSubsampling: "4:4:4" }).toBuffer();
