import "server-only";
import sharp, { type Sharp } from "sharp";
import { releaseBuffer } from "@/lib/platform/threads/release-buffer";
import { sign } from "./credentials/credentials";
import { type History, type Source, type Sources, withoutBytes } from "./credentials/history";
import { type EncodedPicture, markOrigin, openPicture } from "./encoder/pictures.mjs";
import { withEncodingSlot } from "./encoding-slots";
import type { PixelBox } from "./repair/crop";
import { type Origin, readOrigin } from "./xmp.mjs";

/** Facts about a lettered picture for its content credentials. */
interface Lettering extends Pick<History, "bubbleCount" | "byHand"> {
  sources: Sources;
}

interface Composition {
  /** The picture, cropped around its centre; null shows the background alone. */
  picture: Uint8Array | null;
  /** `#rrggbb`, shown without a picture or behind a translucent one. */
  background: string;
  /** Renders an SVG of the full size; called when the encoding slot is free. */
  overlay: () => Promise<string>;
  width: number;
  height: number;
  format: "png" | "jpeg" | "webp";
  lettering: Lettering;
}

/**
 * Draws an overlay onto a picture and keeps the picture's record of its origin. Runs at low
 * priority, so that pages are served at their usual speed.
 */
export const compose = (parts: Composition): Promise<Uint8Array> =>
  withEncodingSlot("later", async () => {
    const { picture, background, width, height, format } = parts;
    const overlay = Buffer.from(await parts.overlay());
    const base = picture
      ? openPicture(picture)
          .autoOrient()
          .resize({ width, height, fit: "cover" })
          .flatten({ background })
      : sharp({ create: { width, height, channels: 3, background } });
    const drawn = base.composite([{ input: overlay }]).keepXmp();
    const bytes = await encodeAs(drawn, format);
    const { sources, ...letters } = parts.lettering;
    const origin = picture ? readOrigin(picture) : "photo";
    const done: History = { origin, way: "lettered", ...letters };
    return (await sign({ bytes, mediaType: `image/${format}` }, done, sources)) ?? bytes;
  });

function encodeAs(drawn: Sharp, format: Composition["format"]): Promise<Uint8Array> {
  switch (format) {
    case "png":
      return drawn.png({ compressionLevel: 6 }).toBuffer();
    case "jpeg":
      return drawn.jpeg({ quality: 95, chromaSubsampling: "4:4:4" }).toBuffer();
    case "webp":
      return drawn.webp({ quality: 90, effort: 2 }).toBuffer();
  }
}

/** A stored picture with its box on the sheet. */
interface SheetPicture extends Pick<Source, "title" | "path">, PixelBox {
  bytes: Uint8Array;
  mediaType: string;
}

interface Sheet {
  width: number;
  height: number;
  /** Paper colour, `#rrggbb`. */
  background: string;
  /** SVG of the full size below the pictures. */
  underlay: string;
  /** Each is cropped to its box. */
  pictures: SheetPicture[];
  /** The part that survives a vertical crop; the default is the top, where faces are. */
  cropPosition?: "top" | "centre";
  /** SVG of the full size above the pictures. */
  overlay: string;
  maxBytes: number;
  remixedFrom: Source[];
}

export interface ComposedPicture extends Omit<EncodedPicture, "sha256"> {
  origin: Origin;
  /** The signed history; null if signing failed. */
  history: History | null;
}

/** Bytes reserved for content credentials: about 3 kB per picture, plus the credentials of each. */
const credentialsReserve = 40_000;

/**
 * Composes pictures on a sheet, as a JPEG of at most `maxBytes`. A sheet with a model's picture is
 * marked as made by a model.
 */
export const composeSheet = (sheet: Sheet): Promise<ComposedPicture> =>
  withEncodingSlot("later", async () => {
    const { width, height, background, cropPosition = "top" } = sheet;
    const pictures = await Promise.all(
      sheet.pictures.map(async ({ bytes, left, top, width, height }) => {
        const size = { width, height };
        const { data, info } = await openPicture(bytes)
          .autoOrient()
          .resize({ ...size, fit: "cover", position: cropPosition })
          .flatten({ background })
          .toColourspace("srgb")
          .raw()
          .toBuffer({ resolveWithObject: true });
        const raw = { width: info.width, height: info.height, channels: info.channels };
        return { input: data, raw, left, top };
      }),
    );
    const origins = sheet.pictures.map(({ bytes }) => readOrigin(bytes));
    const origin = (["model", "drawn"] as const).find((one) => origins.includes(one)) ?? "photo";
    const drawn = await sharp({ create: { width, height, channels: 3, background } })
      .composite([
        { input: Buffer.from(sheet.underlay) },
        ...pictures,
        { input: Buffer.from(sheet.overlay) },
      ])
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    // A raw page takes tens of megabytes, and a book has hundreds of pages.
    for (const { input } of pictures) releaseBuffer(input);
    const { channels } = drawn.info;
    try {
      return await encodeWithinLimit(sheet, drawn.data, { width, height, channels }, origin);
    } finally {
      releaseBuffer(drawn.data);
    }
  });

/** A signed JPEG at the best quality that fits `maxBytes`. */
async function encodeWithinLimit(
  sheet: Sheet,
  pixels: Uint8Array,
  raw: { width: number; height: number; channels: 1 | 2 | 3 | 4 },
  origin: Origin,
): Promise<ComposedPicture> {
  const { width, height } = raw;
  const mediaType = "image/jpeg";
  for (const quality of [84, 72, 58, 40, 20]) {
    const bytes = await markOrigin(sharp(pixels, { raw }), origin)
      .jpeg({ quality, mozjpeg: false })
      .toBuffer();
    if (bytes.byteLength + credentialsReserve > sheet.maxBytes && quality > 20) continue;
    const done: History = { origin, way: "composed" };
    const parts: Source[] = sheet.pictures;
    const sources = { parts, remixedFrom: sheet.remixedFrom };
    const signed = await sign({ bytes, mediaType }, done, sources);
    const fits = signed && signed.byteLength <= sheet.maxBytes;
    const named =
      signed && !fits ? await sign({ bytes, mediaType }, done, withoutBytes(sources)) : signed;
    return {
      bytes: named ?? bytes,
      history: named && done,
      extension: "jpg",
      mediaType,
      width,
      height,
      origin,
    };
  }
  throw new Error("unreachable: the lowest quality is accepted at any size");
}

/**
 * A stored picture as a JPEG of at most `maxWidth` pixels; a JPEG that already fits is returned
 * unchanged. Animations become stills. The record of the origin is kept.
 */
export async function toJpeg(bytes: Uint8Array, maxWidth: number): Promise<ComposedJpeg> {
  const { format, width = 1, height = 1, orientation = 1 } = await sharp(bytes).metadata();
  if (format === "jpeg" && width <= maxWidth && orientation === 1) return { bytes, width, height };
  return withEncodingSlot("later", async () => {
    const { data, info } = await openPicture(bytes)
      .autoOrient()
      .resize({ width: maxWidth, withoutEnlargement: true })
      .flatten({ background: "#ffffff" })
      .keepXmp()
      .jpeg({ quality: 86 })
      .toBuffer({ resolveWithObject: true });
    const done: History = { origin: readOrigin(bytes), way: "generated" };
    const parent = { title: "Picture", bytes, mediaType: `image/${format}` };
    const signed = await sign({ bytes: data, mediaType: "image/jpeg" }, done, { parent });
    return { bytes: signed ?? data, width: info.width, height: info.height };
  });
}

export interface ComposedJpeg {
  bytes: Uint8Array;
  width: number;
  height: number;
}

/** Renders an SVG as a PNG, for characters that our fonts lack. */
export const rasterizeSvg = (svg: string): Promise<Uint8Array> =>
  withEncodingSlot("later", () => sharp(Buffer.from(svg)).png().toBuffer());
