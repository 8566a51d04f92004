import "server-only";
import sharp from "sharp";
import { AppError } from "@/lib/platform/errors";
import { openPicture } from "../encoder/pictures.mjs";
import { encodeInWorker } from "../encoder/worker-client";
import { withEncodingSlot } from "../encoding-slots";
import type { PixelBox } from "./crop";
import { type MaskShapes, maskSvg } from "./mask";

/** Pixels of a stored picture. */
export async function pictureSizeOf(bytes: Uint8Array) {
  const { width, height, pageHeight } = await openPicture(bytes).metadata();
  return { width, height: pageHeight ?? height };
}

/** A part of a stored picture, as a PNG. */
export const cropPicture = (bytes: Uint8Array, crop: PixelBox): Promise<Uint8Array> =>
  withEncodingSlot("shown", () =>
    openPicture(bytes).extract(crop).png({ compressionLevel: 3 }).toBuffer(),
  );

/** The mask of a picture of that size, as a PNG: white where it changes, black elsewhere. */
export const maskPng = (
  mask: MaskShapes,
  size: { width: number; height: number },
): Promise<Uint8Array> =>
  withEncodingSlot("shown", () =>
    sharp(Buffer.from(maskSvg(mask, size)))
      .removeAlpha()
      .toColourspace("b-w")
      .threshold(128)
      .png()
      .toBuffer(),
  );

/**
 * The source picture with the repainted spot, as a PNG; pixels outside the mask stay as they are.
 * @param crop the part of the source that the painter saw
 * @throws AppError `invalid_image` for a painting that cannot be read, `unavailable`
 */
export async function blendSpot(
  source: Uint8Array,
  { painted, mask, crop }: { painted: Uint8Array; mask: MaskShapes; crop: PixelBox },
): Promise<Uint8Array> {
  const detail = { painted, maskSvg: maskSvg(mask, await pictureSizeOf(source)), crop };
  const blending = withEncodingSlot("shown", () => encodeInWorker("blendSpot", source, { detail }));
  const { bytes } = await blending.catch((cause: unknown) => {
    if (cause instanceof AppError) throw cause;
    const text = "The picture that came back could not be used. Please try again.";
    throw new AppError("invalid_image", text, { cause });
  });
  return bytes;
}
