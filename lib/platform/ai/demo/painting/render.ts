import sharp from "sharp";
import type { Composition } from "./compose";
import { paintAnimated, paintRealistic, paintWatercolor } from "./finish/paint";
import type { Pixels } from "./finish/pixels";
import { printClassic, printManga, printNoir } from "./finish/print";
import type { LookName } from "./looks";

const finishes: Record<LookName, (pixels: Pixels, signal?: AbortSignal) => Promise<void>> = {
  classic: printClassic,
  manga: printManga,
  watercolor: paintWatercolor,
  noir: printNoir,
  animated: paintAnimated,
  realistic: paintRealistic,
};

const raster = (svg: string) => sharp(Buffer.from(svg), { unlimited: true });

/** Turns a composition into the pixels of its style. */
export async function renderPixels(
  composition: Composition,
  signal?: AbortSignal,
): Promise<Pixels> {
  const { look } = composition;
  const blur = look.name === "realistic" ? 2.2 : look.name === "animated" ? 0.9 : 0;
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
  const raw = { width, height } as const;
  let picture = sharp(back.data, { raw: { ...raw, channels: 3 } });
  if (blur)
    picture = sharp(
      await picture
        .blur((blur * Math.sqrt(width * height)) / 900)
        .raw()
        .toBuffer(),
      { raw: { ...raw, channels: 3 } },
    );
  const { data } = await picture
    .composite([{ input: front.data, raw: { ...raw, channels: 4 } }])
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels: Pixels = { data, width, height };
  signal?.throwIfAborted();
  await finishes[look.name](pixels, signal);
  return pixels;
}

export const encodePicture = ({ data, width, height }: Pixels) =>
  sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 88, chromaSubsampling: "4:4:4" })
    .toBuffer();
