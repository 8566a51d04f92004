// Encoding of pictures. Plain JavaScript, so that the worker thread loads it without a build
// (`worker.mjs`); without a worker, the server's thread runs it.
import { createHash } from "node:crypto";
import sharp from "sharp";
import { rgbaToThumbHash } from "thumbhash";
import { readOrigin, xmpPacket } from "../xmp.mjs";

// libvips reads PDF, TIFF and more by default. Only the formats that browsers upload stay enabled,
// and SVG for our own drawings; `kindOf` checks uploads before libvips sees them.
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
// One core per picture; several pictures are encoded in parallel instead.
sharp.concurrency(1);
sharp.cache({ memory: 32, files: 0, items: 20 });

/** Sum over all frames; larger pictures are refused before they are decoded. */
const maxPixels = 50_000_000;
/** Longest edge of a stored picture in pixels. */
const maxEdge = 2048;
/** Sum over all frames of a stored animation; one core encodes 10 to 25 million pixels a second. */
const maxMovingPixels = 12_000_000;

/** Format by the first bytes; null for any other format. */
function kindOf(bytes) {
  const head = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  if (head.startsWith("\xff\xd8\xff")) return "jpeg";
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (head.startsWith("RIFF") && head.endsWith("WEBP")) return "webp";
  return head.startsWith("GIF87a") || head.startsWith("GIF89a") ? "gif" : null;
}

export const openPicture = (bytes, animated = false) =>
  sharp(bytes, {
    limitInputPixels: maxPixels,
    failOn: "truncated",
    animated,
    sequentialRead: true,
  });

/** Records in the file that a machine made the picture. */
export const markOrigin = (picture, origin) =>
  origin === "photo" ? picture : picture.withXmp(xmpPacket(origin));

/**
 * Decodes an untrusted picture and encodes it again, so that only its pixels survive: no metadata,
 * no second format after the picture, no script. Animations stay animated.
 * @throws for anything that is not a complete JPEG, PNG, GIF or WebP
 */
export async function encodeMain(bytes, origin) {
  const kind = kindOf(bytes);
  const metadata = kind ? await openPicture(bytes).metadata() : null;
  if (!metadata || metadata.format !== kind) throw new Error("not a format of ours");
  // A generated picture keeps its origin when a user downloads and uploads it again.
  const marked = origin === "photo" ? markedOrigin(bytes, metadata) : origin;
  // Sequential, because each encoding takes a thread of the pool that also reads the server's
  // files.
  const main = await encodeAs(bytes, metadata, marked);
  return { ...main, placeholder: await makePlaceholder(main.bytes), origin: marked };
}

/**
 * The origin recorded in the file: in its XMP, or in the uncompressed part of content credentials.
 */
function markedOrigin(bytes, { xmp }) {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.includes("jumb") && file.includes("c2pa")) return readOrigin(file);
  return xmp ? readOrigin(xmp) : "photo";
}

async function encodeAs(bytes, metadata, origin) {
  const moving = (metadata.pages ?? 1) > 1;
  const edges = moving ? movingEdges(metadata) : { width: maxEdge, height: maxEdge };
  const picture = markOrigin(
    openPicture(bytes, moving)
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
  const transparent = metadata.hasAlpha && !(await openPicture(bytes).stats()).isOpaque;
  const { data, info } = await (transparent
    ? picture.webp({ quality: 90, effort: 2 })
    : picture.jpeg({ quality: 86 })
  ).toBuffer({ resolveWithObject: true });
  return encoded(data, transparent ? "webp" : "jpg", info.width, info.height);
}

/**
 * Limits for a frame. Animations become WebP: encoding noise as GIF takes six times as long, and a
 * file of 10 MB would occupy a core for many seconds.
 */
function movingEdges({ width, height, pageHeight, pages = 1 }) {
  const frame = { width, height: pageHeight ?? height };
  const scale = Math.sqrt(maxMovingPixels / (frame.width * frame.height * pages));
  return {
    width: Math.max(1, Math.min(maxEdge, Math.floor(frame.width * scale))),
    height: Math.max(1, Math.min(maxEdge, Math.floor(frame.height * scale))),
  };
}

async function makePlaceholder(bytes) {
  const { data, info } = await openPicture(bytes)
    .resize({ width: 64, height: 64, fit: "inside" })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString("base64");
}

/** A stored picture as a WebP of the given width. */
export async function encodeVariant(main, target) {
  const { data, info } = await openPicture(main)
    .resize({ width: target })
    .keepXmp()
    .webp({ quality: 78, effort: 2 })
    .toBuffer({ resolveWithObject: true });
  return encoded(data, "webp", info.width, info.height);
}

/** Whether a stored picture is an animation. */
export const isMoving = async (main) => ((await openPicture(main).metadata()).pages ?? 1) > 1;

const encodedTypes = { jpg: "image/jpeg", webp: "image/webp" };

const encoded = (bytes, extension, width, height) => ({
  bytes,
  sha256: createHash("sha256").update(bytes).digest("hex"),
  extension,
  mediaType: encodedTypes[extension],
  width,
  height,
});
