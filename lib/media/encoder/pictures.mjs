// How pictures are encoded. Plain JavaScript, because the thread that encodes loads it as it is
// (`worker.mjs`); where there is none, the server does.
import { createHash } from "node:crypto";
import sharp from "sharp";
import { rgbaToThumbHash } from "thumbhash";
import { readOrigin, xmpPacket } from "../xmp.mjs";

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

/** Pictures that a machine made say so. */
export const markOrigin = (picture, origin) =>
  origin === "photo" ? picture : picture.withXmp(xmpPacket(origin));

/**
 * Decodes what somebody sent and encodes it anew, so that nothing of the original file survives but
 * its picture: no metadata, no second format behind it, no script. Animations keep moving.
 * @throws for anything that is not a whole JPEG, PNG, GIF or WebP
 */
export async function encodeMain(bytes, origin) {
  const kind = kindOf(bytes);
  const metadata = kind ? await openPicture(bytes).metadata() : null;
  if (!metadata || metadata.format !== kind) throw new Error("not a format of ours");
  // A picture that a machine made stays marked when somebody downloads and uploads it.
  const marked = origin === "photo" ? markedOrigin(bytes, metadata) : origin;
  // One after the other: each takes a thread of the pool that the server's files are read with.
  const main = await encodeAs(bytes, metadata, marked);
  return { ...main, placeholder: await makePlaceholder(main.bytes), origin: marked };
}

/** What a file says of itself: in its XMP, or in content credentials, of which some lies in the open. */
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
 * Room for a frame. What moves becomes WebP: to make a GIF of noise takes six times as long, and a
 * file of 10 MB would hold a core for many seconds.
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

/** A stored picture as a WebP of this width. */
export async function encodeVariant(main, target) {
  const { data, info } = await openPicture(main)
    .resize({ width: target })
    .keepXmp()
    .webp({ quality: 78, effort: 2 })
    .toBuffer({ resolveWithObject: true });
  return encoded(data, "webp", info.width, info.height);
}

/** Whether a stored picture moves. */
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
