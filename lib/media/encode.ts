import "server-only";
import sharp, { type Metadata, type Sharp } from "sharp";
import { rgbaToThumbHash } from "thumbhash";
import type { MediaExtension } from "@/lib/platform/storage/media-types";
import { withEncodingSlot } from "./encoding-slots";
import { originIn } from "./jpeg-xmp";
import { invalidType } from "./upload";
import { type Origin, xmpPacket } from "./xmp";

// libvips reads PDF, TIFF and more by default: only what browsers upload stays open, and SVG, which
// our own drawings are made of. What others send is looked at before it gets here (`kindOf`).
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpegBuffer",
    "VipsForeignLoadPngBuffer",
    "VipsForeignLoadWebpBuffer",
    "VipsForeignLoadNsgifBuffer",
    "VipsForeignLoadSvgBuffer",
  ],
});
// One picture, one core: several are encoded beside each other instead.
sharp.concurrency(1);
sharp.cache({ memory: 32, files: 0, items: 20 });

/** All frames together; a larger picture is refused before it is decoded. */
const maxPixels = 50_000_000;
/** Longest edge of what is stored. */
const maxEdge = 2048;
/** All frames together of what is stored; measured at 10 to 25 million in a second of a core. */
const maxMovingPixels = 12_000_000;

/** What bytes are by how they begin; null for everything that is not one of the four. */
function kindOf(bytes: Uint8Array): "jpeg" | "png" | "webp" | "gif" | null {
  const head = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  if (head.startsWith("\xff\xd8\xff")) return "jpeg";
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (head.startsWith("RIFF") && head.endsWith("WEBP")) return "webp";
  return head.startsWith("GIF87a") || head.startsWith("GIF89a") ? "gif" : null;
}

export interface EncodedPicture {
  bytes: Uint8Array;
  extension: MediaExtension;
  mediaType: string;
  width: number;
  height: number;
}

export interface MainPicture extends EncodedPicture {
  /** As it came, or as the picture itself said. */
  origin: Origin;
  /** thumbhash in base64. */
  placeholder: string;
}

export const open = (bytes: Uint8Array, animated = false): Sharp =>
  sharp(bytes, {
    limitInputPixels: maxPixels,
    failOn: "truncated",
    animated,
    sequentialRead: true,
  });

/**
 * Decodes what somebody sent and encodes it anew, so that nothing of the original file survives but
 * its picture: no metadata, no second format behind it, no script. Animations keep moving.
 * @throws AppError `invalid_image` for anything that is not a whole JPEG, PNG, GIF or WebP
 */
export function encodeMain(bytes: Uint8Array, origin: Origin): Promise<MainPicture> {
  return withEncodingSlot("shown", async () => {
    try {
      const kind = kindOf(bytes);
      const metadata = kind ? await open(bytes).metadata() : null;
      if (!metadata || metadata.format !== kind) throw new Error("not a format of ours");
      // A picture that a machine made stays marked when somebody downloads and uploads it.
      const marked = origin === "photo" && metadata.xmp ? originIn(metadata.xmp) : origin;
      // One after the other: each takes a thread of the pool that the server's files are read with.
      const main = await encodeAs(bytes, metadata, marked);
      const placeholder = await makePlaceholder(main.bytes);
      return { ...main, placeholder, origin: marked };
    } catch (cause) {
      throw invalidType(cause);
    }
  });
}

async function encodeAs(bytes: Uint8Array, metadata: Metadata, origin: Origin) {
  const moving = (metadata.pages ?? 1) > 1;
  const edges = moving ? movingEdges(metadata) : { width: maxEdge, height: maxEdge };
  const picture = mark(
    open(bytes, moving)
      .autoOrient()
      .resize({ ...edges, fit: "inside", withoutEnlargement: true }),
    origin,
  );
  if (moving) {
    const { data, info } = await picture
      .webp({ quality: 82, effort: 1 })
      .toBuffer({ resolveWithObject: true });
    return encoded(data, "webp", info.width, info.pageHeight ?? info.height);
  }
  const transparent = metadata.hasAlpha && !(await open(bytes).stats()).isOpaque;
  const { data, info } = await (transparent
    ? picture.webp({ quality: 90, effort: 2 })
    : picture.jpeg({ quality: 86 })
  ).toBuffer({ resolveWithObject: true });
  return encoded(data, transparent ? "webp" : "jpg", info.width, info.height);
}

/**
 * Room for a frame. What moves becomes WebP: to make a GIF of noise takes six times as long, and a
 * file of 10 MB would hold a core for many seconds.
 */
function movingEdges({ width, height, pageHeight, pages = 1 }: Metadata) {
  const frame = { width, height: pageHeight ?? height };
  const share = Math.sqrt(maxMovingPixels / (frame.width * frame.height * pages));
  return {
    width: Math.max(1, Math.min(maxEdge, Math.floor(frame.width * share))),
    height: Math.max(1, Math.min(maxEdge, Math.floor(frame.height * share))),
  };
}

async function makePlaceholder(bytes: Uint8Array): Promise<string> {
  const { data, info } = await open(bytes)
    .resize({ width: 64, height: 64, fit: "inside" })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString("base64");
}

/**
 * Further encodings of a stored picture: WebP in several widths, never while somebody waits for a
 * picture. Measured on our own pictures (768 px, one core): WebP at effort 2 is 34 kB in 35 ms, AVIF
 * 29 kB in 220 ms, and a scene has a dozen of them. What moves has one encoding.
 */
export async function encodeVariants(main: Uint8Array, width: number): Promise<EncodedPicture[]> {
  if (((await open(main).metadata()).pages ?? 1) > 1) return [];
  const widths = [...new Set([320, 512, 800, Math.min(width, 1024)])].filter(
    (each) => each <= width,
  );
  const made: EncodedPicture[] = [];
  for (const target of widths) {
    made.push(
      await withEncodingSlot("later", async () => {
        const { data, info } = await open(main)
          .resize({ width: target })
          .keepXmp()
          .webp({ quality: 78, effort: 2 })
          .toBuffer({ resolveWithObject: true });
        return encoded(data, "webp", info.width, info.height);
      }),
    );
  }
  return made;
}

const encodedTypes = {
  jpg: "image/jpeg",
  webp: "image/webp",
} as const;

const encoded = (
  bytes: Uint8Array,
  extension: keyof typeof encodedTypes,
  width: number,
  height: number,
): EncodedPicture => ({ bytes, extension, mediaType: encodedTypes[extension], width, height });

/** Pictures that a machine made say so. */
export const mark = (picture: Sharp, origin: Origin): Sharp =>
  origin === "photo" ? picture : picture.withXmp(xmpPacket(origin));
