import "server-only";
import { createHash } from "node:crypto";
import sharp from "sharp";
import type { FractionBox } from "./painter";
import { PromiseCache } from "./promise-cache";
import { ProviderError } from "./provider-error";

/** Pixels of the longest side of a reference picture; models use no more. */
const maxInputSide = 1280;
const maxPixels = 50_000_000;

export const unusablePictureError = (cause?: unknown) =>
  new ProviderError(
    "invalid_image",
    "The picture that came back could not be used. Please try again.",
    "final",
    { cause },
  );

/** Every panel of a scene sends the same portraits, so the latest encodings are cached. */
const jpegCache = new PromiseCache<Buffer>(24);

/** A reference picture as models take it. */
export function toInputJpeg(bytes: Uint8Array, longest = maxInputSide): Promise<Buffer> {
  const key = `${longest}:${createHash("sha256").update(bytes).digest("base64")}`;
  return jpegCache.get(key) ?? jpegCache.set(key, encodeInput(bytes, longest));
}

const encodeInput = (bytes: Uint8Array, longest: number): Promise<Buffer> =>
  toInputSize(bytes, longest).jpeg({ quality: 85 }).toBuffer();

const toInputSize = (bytes: Uint8Array, longest: number) =>
  sharp(bytes, { limitInputPixels: maxPixels })
    .rotate()
    .resize(longest, longest, { fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#ffffff" });

/**
 * A picture inside the request. A data URI needs no public address, so unpublished pictures reach
 * only the model, and creating a prediction stays one request.
 */
export async function toDataUri(bytes: Uint8Array, longest?: number): Promise<string> {
  return jpegDataUri(await toInputJpeg(bytes, longest));
}

/** A reference picture for servers that load files; lossless, because they may edit it. */
export const toPng = (bytes: Uint8Array, longest = maxInputSide): Promise<Buffer> =>
  toInputSize(bytes, longest).png({ compressionLevel: 6 }).toBuffer();

/**
 * A mask for a picture, of the size that `toPng` and `toInputJpeg` give it: white where it changes,
 * and transparent there as well, because some servers read the colour and others the opacity.
 */
export async function markedChange(mask: Uint8Array, picture: Uint8Array): Promise<Buffer> {
  const { info } = await toInputSize(picture, maxInputSide).toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const white = sharp(mask).resize(width, height, { fit: "fill" }).greyscale().removeAlpha();
  const change = await white.toColourspace("b-w").raw().toBuffer();
  const raw = { width, height, channels: 1 } as const;
  const opacity = Buffer.from(change.map((value) => 255 - value));
  return sharp(change, { raw })
    .toColourspace("srgb")
    .joinChannel(opacity, { raw })
    .png()
    .toBuffer();
}

export const jpegDataUri = (jpeg: Buffer): string =>
  `data:image/jpeg;base64,${jpeg.toString("base64")}`;

/** The crop of a head with a margin. @param box in fractions of the picture */
export async function cropFace(bytes: Uint8Array, box: FractionBox): Promise<Buffer> {
  const image = sharp(bytes, { limitInputPixels: maxPixels });
  const { width, height } = await image.metadata();
  const cut = (start: number, length: number, size: number): [from: number, pixels: number] => {
    const from = Math.max(0, Math.floor((start - length * 0.3) * size));
    const to = Math.min(size, Math.ceil((start + length * 1.3) * size));
    return [Math.min(from, size - 1), Math.max(1, to - from)];
  };
  const [left, cropWidth] = cut(box.x, box.width, width);
  const [top, cropHeight] = cut(box.y, box.height, height);
  return image.extract({ left, top, width: cropWidth, height: cropHeight }).jpeg().toBuffer();
}

const formats = new Set(["jpeg", "png", "webp"]);

/**
 * Crops a model's picture to the requested proportions, at most at the requested size: bubbles lie
 * in fractions of the picture, and models offer only a few ratios, some of them inexact.
 * @throws ProviderError `invalid_image`
 */
export async function fitPicture(
  bytes: Uint8Array,
  wanted: { width: number; height: number },
): Promise<Uint8Array> {
  try {
    const image = sharp(bytes, { limitInputPixels: maxPixels, failOn: "truncated" });
    const { format, width = 0, height = 0 } = await image.metadata();
    if (!formats.has(format ?? "")) throw new Error(`unsupported format ${format}`);
    const shrink = Math.min(1, width / wanted.width, height / wanted.height);
    const size = {
      width: Math.max(1, Math.round(wanted.width * shrink)),
      height: Math.max(1, Math.round(wanted.height * shrink)),
    };
    return await image
      .resize({ ...size, fit: "cover" })
      .flatten({ background: "#ffffff" })
      .toColourspace("srgb")
      .jpeg({ quality: 95, chromaSubsampling: "4:4:4" })
      .toBuffer();
  } catch (cause) {
    throw unusablePictureError(cause);
  }
}
