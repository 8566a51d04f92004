/** Repair of one spot: a painter changes the marked part of a picture, and nothing else moves. */
import "server-only";
import { painter } from "@/lib/ai";
import type { PaintedImage } from "@/lib/ai/painter";
import { cropAround, placeInWords, requestSize, spotOf } from "@/lib/media/repair/crop";
import type { MaskShapes } from "@/lib/media/repair/mask";
import { blendSpot, cropPicture, maskPng, pictureSizeOf } from "@/lib/media/repair/repair";
import type { PaintBrief } from "./sheet-briefs";

/** What a painter sees of a picture: the whole with a mask, or the part around it. */
async function viewOf(source: Uint8Array, mask: MaskShapes, hasMask: boolean) {
  const size = await pictureSizeOf(source);
  const spot = spotOf(mask, size);
  const crop = hasMask ? { left: 0, top: 0, ...size } : cropAround(spot, size);
  return { size, spot, crop };
}

/**
 * The brief of an edit, narrowed to a marked spot: with the mask, or for painters without one with
 * the part around the spot and words that say where it is.
 */
export async function briefForSpot(brief: PaintBrief, mask: MaskShapes): Promise<PaintBrief> {
  const { initialImage, prompt, model } = brief;
  if (!initialImage) return brief;
  const takesMask = painter().takesMask?.(model) ?? false;
  const { size, spot, crop } = await viewOf(initialImage.bytes, mask, takesMask);
  const narrowed = { ...brief, ...requestSize(crop) };
  if (!takesMask) {
    const where = `${prompt} (only in the ${placeInWords(spot, crop)} of the picture)`;
    const bytes = await cropPicture(initialImage.bytes, crop);
    return { ...narrowed, prompt: where, initialImage: { bytes } };
  }
  const box = {
    x: spot.left / size.width,
    y: spot.top / size.height,
    width: spot.width / size.width,
    height: spot.height / size.height,
  };
  return { ...narrowed, mask: { png: await maskPng(mask, size), box } };
}

/**
 * What a painter made of a marked spot, blended into the picture.
 * @param hadMask whether its request carried the mask
 * @throws AppError `invalid_image`, `unavailable`
 */
export async function repairSpot(
  painted: PaintedImage,
  source: Uint8Array,
  mask: MaskShapes,
  hadMask: boolean,
): Promise<PaintedImage> {
  const { crop } = await viewOf(source, mask, hadMask);
  const bytes = await blendSpot(source, { painted: painted.bytes, mask, crop });
  // A painter that saw a part of the picture knows no positions in the whole.
  return { ...painted, bytes, faces: hadMask ? painted.faces : [] };
}
