/** Repair of one spot: a painter changes the marked part of a picture, and nothing else moves. */
import "server-only";
import { painter } from "@/lib/ai";
import type { PaintedImage } from "@/lib/ai/painter";
import { cropAround, placeInWords, requestSize, spotOf } from "@/lib/media/repair/crop";
import type { MaskShapes } from "@/lib/media/repair/mask";
import { blendSpot, cropPicture, maskPng, pictureSizeOf } from "@/lib/media/repair/repair";
import type { PaintBrief } from "./sheet-briefs";

/** What the painter of a model sees of a picture: the whole with a mask, or the part around it. */
async function viewOf(source: Uint8Array, mask: MaskShapes, model: string) {
  const size = await pictureSizeOf(source);
  const takesMask = painter().takesMask?.(model) ?? false;
  const spot = spotOf(mask, size);
  const crop = takesMask ? { left: 0, top: 0, ...size } : cropAround(spot, size);
  return { takesMask, size, spot, crop };
}

/**
 * The brief of an edit, narrowed to a marked spot: with the mask, or for painters without one with
 * the part around the spot and words that say where it is.
 */
export async function briefForSpot(brief: PaintBrief, mask: MaskShapes): Promise<PaintBrief> {
  const { initialImage, prompt, model } = brief;
  if (!initialImage) return brief;
  const { takesMask, size, spot, crop } = await viewOf(initialImage.bytes, mask, model);
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
 * @throws AppError `invalid_image`, `unavailable`
 */
export async function repairSpot(
  painted: PaintedImage,
  source: Uint8Array,
  mask: MaskShapes,
  model: string,
): Promise<PaintedImage> {
  const { takesMask, crop } = await viewOf(source, mask, model);
  const bytes = await blendSpot(source, { painted: painted.bytes, mask, crop });
  // A painter that saw a part of the picture knows no positions in the whole.
  return { ...painted, bytes, faces: takesMask ? painted.faces : [] };
}
