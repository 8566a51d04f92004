import "server-only";
import { type ComposedJpeg, toJpeg } from "@/lib/media/compose";
import { keyOf } from "@/lib/media/urls";
import { AppError } from "@/lib/platform/errors";
import { storage } from "@/lib/platform/storage";
import type { SourcePicture } from "./source-queries";

export const missingPicture = () =>
  new AppError(
    "not_found",
    "A picture of this story is no longer stored, so this cannot be made. Choose another take for the panel that shows none, and try again.",
    { permanent: true },
  );

/** Bytes of a stored picture. @throws AppError `not_found` if the store does not have it */
export async function pictureBytes(picture: SourcePicture): Promise<Uint8Array> {
  const found = await storage().get(keyOf(picture));
  if (!found) throw missingPicture();
  return found.bytes;
}

/** A picture as a JPEG of at most `pixels` width, but no less than 64. */
export const jpegFor = async (picture: SourcePicture, pixels: number): Promise<ComposedJpeg> =>
  toJpeg(await pictureBytes(picture), Math.max(64, Math.ceil(pixels)));
