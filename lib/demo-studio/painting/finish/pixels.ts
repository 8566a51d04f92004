import { setImmediate } from "node:timers/promises";
import sharp, { type ResizeOptions, type Sharp } from "sharp";

/** A picture as bytes, three per pixel. */
export type Pixels = { data: Uint8Array; width: number; height: number };

/** Pixels as an image for sharp, and the opaque pixels of such an image. */
export const imageOf = ({ data, width, height }: Pixels) =>
  sharp(data, { raw: { width, height, channels: 3 } });
export async function pixelsOf(image: Sharp): Promise<Pixels> {
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Decodes any picture to pixels, in the given size and upright. */
export function decodePixels(bytes: Uint8Array, size: ResizeOptions): Promise<Pixels> {
  const image = sharp(bytes, { limitInputPixels: 64_000_000 }).rotate().resize(size);
  return pixelsOf(image.flatten({ background: "#ffffff" }).toColourspace("srgb"));
}

/** Runs a pass over the pixels in slices, so that it does not block other requests. */
export async function eachPixel(
  { width, height }: Pixels,
  signal: AbortSignal | undefined,
  pass: (x: number, y: number, at: number) => void,
) {
  const slice = Math.max(16, Math.floor(220_000 / width));
  for (let y = 0, at = 0; y < height; y++) {
    if (y > 0 && y % slice === 0) {
      await setImmediate();
      signal?.throwIfAborted();
    }
    for (let x = 0; x < width; x++, at += 3) pass(x, y, at);
  }
}

/** Vignette: brightness by distance from the centre, 1 in the middle. */
export function corner({ width, height }: Pixels, x: number, y: number, strength: number) {
  const h = x / width - 0.5;
  const v = y / height - 0.5;
  return 1 - (h * h + v * v) * strength;
}

export const byte = (value: number) => (value < 0 ? 0 : Math.min(value, 255));

/** Smoothstep: from 0 to 1 between two edges. */
export const step = (value: number, from: number, to: number) => {
  const share = (value - from) / (to - from);
  return share < 0 ? 0 : share > 1 ? 1 : share * share * (3 - 2 * share);
};
