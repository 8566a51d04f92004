import "server-only";
import { composeSheet } from "@/lib/media/compose";
import { mediaUrlOf } from "@/lib/media/urls";
import { type Book, type BookPage, paint } from "./page-model";
import { overlayOf } from "./page-svg";
import { pictureBytes } from "./pictures";

export interface PagePicture {
  bytes: Uint8Array;
  width: number;
  height: number;
}

/** Limit of a page picture's height in pixels, which many readers share. */
const highest = 16_000;

/** Size in pixels of a page drawn at the given width. */
function pixelsOf(page: BookPage, width: number): { width: number; height: number } {
  const scale = Math.min(width / page.width, highest / page.height);
  return {
    width: Math.max(1, Math.round(page.width * scale)),
    height: Math.max(1, Math.round(page.height * scale)),
  };
}

/** A page as one JPEG, marked as AI-made if any of its pictures is. */
export async function pagePicture(
  page: BookPage,
  width: number,
  { remixedFrom }: Pick<Book, "remixedFrom">,
  maxBytes = 4_000_000,
): Promise<PagePicture> {
  const size = pixelsOf(page, width);
  const scale = { x: size.width / page.width, y: size.height / page.height };
  const pictures = [];
  for (const { picture, inner, name } of page.panels) {
    if (!picture) continue;
    const left = Math.floor(inner.x * scale.x);
    const top = Math.floor(inner.y * scale.y);
    pictures.push({
      title: name,
      path: mediaUrlOf(picture),
      mediaType: picture.mediaType,
      bytes: await pictureBytes(picture),
      left,
      top,
      // Rounded up to the next pixel, so that no seam shows between a picture and its frame.
      width: Math.min(size.width - left, Math.ceil((inner.x + inner.width) * scale.x) - left),
      height: Math.min(size.height - top, Math.ceil((inner.y + inner.height) * scale.y) - top),
    });
  }
  const { bytes } = await composeSheet({
    ...size,
    background: paint.paper,
    underlay: `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}"/>`,
    pictures,
    cropPosition: "centre",
    overlay: await overlayOf(page, size),
    remixedFrom,
    maxBytes,
  });
  return { bytes, ...size };
}
