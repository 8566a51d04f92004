import sharp from "sharp";
import type { Composition } from "./compose";
import { paintAnimated, paintRealistic, paintWatercolor, type Relief } from "./finish/paint";
import type { Pixels } from "./finish/pixels";
import { printClassic, printManga, printNoir } from "./finish/print";
import type { LookName } from "./looks";

const raster = (svg: string) => sharp(Buffer.from(svg), { unlimited: true });

const finishes: Record<
  LookName,
  (pixels: Pixels, relief: Relief, signal?: AbortSignal) => Promise<void>
> = {
  classic: (pixels, _, signal) => printClassic(pixels, signal),
  manga: (pixels, _, signal) => printManga(pixels, signal),
  noir: (pixels, _, signal) => printNoir(pixels, signal),
  watercolor: (pixels, _, signal) => paintWatercolor(pixels, signal),
  animated: paintAnimated,
  realistic: paintRealistic,
};

/** How much of a composition's depth each look shows as blur. */
const focus: Partial<Record<LookName, number>> = { realistic: 1, animated: 0.45 };

/** Turns a composition into the pixels of its style. */
export async function renderPixels(
  composition: Composition,
  signal?: AbortSignal,
): Promise<Pixels> {
  const { look, side } = composition;
  const [back, front] = await Promise.all([
    raster(composition.back)
      .flatten({ background: "#ffffff" })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true }),
    raster(composition.front).ensureAlpha().raw().toBuffer({ resolveWithObject: true }),
  ]);
  signal?.throwIfAborted();
  const { width, height } = back.info;
  const size = { width, height };
  const blur = ((focus[look.name] ?? 0) * composition.depth * Math.sqrt(width * height)) / 1000;
  let ground = back.data;
  if (blur > 0.3)
    ground = await sharp(ground, { raw: { ...size, channels: 3 } })
      .blur(blur)
      .raw()
      .toBuffer();
  const { data } = await sharp(ground, { raw: { ...size, channels: 3 } })
    .composite([{ input: front.data, raw: { ...size, channels: 4 } }])
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels: Pixels = { data, width, height };
  signal?.throwIfAborted();
  const relief: Relief =
    look.model === "soft" ? await reliefOf(front.data, width, height, side) : { side };
  await finishes[look.name](pixels, relief, signal);
  return pixels;
}

/** Two soft copies of the front's outline: their slopes tell which way a figure turns at its rim. */
async function reliefOf(
  rgba: Uint8Array,
  width: number,
  height: number,
  side: -1 | 1,
): Promise<Relief> {
  const unit = Math.sqrt(width * height) / 900;
  const alpha = () => sharp(rgba, { raw: { width, height, channels: 4 } }).extractChannel(3);
  const [cover, round, rim] = await Promise.all([
    alpha().raw().toBuffer(),
    alpha()
      .blur(15 * unit)
      .raw()
      .toBuffer(),
    alpha()
      .blur(Math.max(0.5, 3.2 * unit))
      .raw()
      .toBuffer(),
  ]);
  return { side, shape: { cover, round, rim } };
}

export const encodePicture = ({ data, width, height }: Pixels) =>
  sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 88, chromaSubsampling: "4:4:4" })
    .toBuffer();
