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

/**
 * Most pixels, over all frames, of a picture that is decoded in memory; larger pictures are
 * rejected.
 */
const maxPixels = 50_000_000;
/**
 * Most pixels of a picture that is reduced while it is decoded: measured at 200 megapixels, a JPEG
 * takes 0.1 s and 20 MB, a PNG 1.4 s and 130 MB.
 */
const maxStreamedPixels = 200_000_000;
/** Longest edge of a stored picture in pixels, except for strips. */
const maxEdge = 2048;
/** A strip keeps this many pixels across, within `maxStripPixels` and the longest edge of a WebP. */
const stripBreadth = 800;
const maxStripPixels = 3 * maxEdge ** 2;
const maxStripEdge = 16_383;
/** Sum over all frames of a stored animation; one core encodes 10 to 25 million pixels a second. */
const maxMovingPixels = 12_000_000;

/** Format by the first bytes; null for any other format. */
export function kindOf(bytes) {
  const head = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  if (head.startsWith("\xff\xd8\xff")) return "jpeg";
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (head.startsWith("RIFF") && head.endsWith("WEBP")) return "webp";
  return head.startsWith("GIF87a") || head.startsWith("GIF89a") ? "gif" : null;
}

export const openPicture = (bytes, animated = false, limitInputPixels = maxPixels) =>
  sharp(bytes, { limitInputPixels, failOn: "truncated", animated, sequentialRead: true });

/** Records in the file that a machine made the picture. */
export const markOrigin = (picture, origin) =>
  origin === "photo" ? picture : picture.withXmp(xmpPacket(origin));

/**
 * Decodes an untrusted picture and encodes it again, so that only its pixels survive: no metadata,
 * no second format after the picture, no script. Animations stay animated.
 * @throws Error for anything that is not a JPEG, PNG, GIF or WebP; `PictureRefused`, whose message
 * people read, for a picture that is damaged or too large
 */
export async function encodeMain(bytes, origin, isLossless = false) {
  const kind = kindOf(bytes);
  if (!kind) throw new Error("not a format of ours");
  try {
    const metadata = await openPicture(bytes, false, false).metadata();
    if (metadata.format !== kind) throw new Error(`not a ${kind}, but a ${metadata.format}`);
    const whole = await readable(bytes, metadata);
    // A generated picture keeps its provenance when an author downloads and uploads it again.
    const marked = origin === "photo" ? markedOrigin(bytes, metadata) : origin;
    // Sequential, because each encoding takes a thread of the pool that also reads the server's
    // files.
    const main = await (isLossless
      ? encodePixels(bytes, marked)
      : encodeAs(whole, metadata, marked));
    const isReduced = main.width * main.height < metadata.width * frameHeight(metadata);
    return { ...main, placeholder: await makePlaceholder(main.bytes), origin: marked, isReduced };
  } catch (cause) {
    throw cause.name === "PictureRefused" ? cause : damagedError(kind, cause);
  }
}

/** As `encodeMain`, in its own size and without the loss of a single level. */
export const encodeLossless = (bytes, origin) => encodeMain(bytes, origin, true);

async function encodePixels(bytes, origin) {
  const { data, info } = await markOrigin(openPicture(bytes), origin)
    .webp({ lossless: true, exact: true, effort: 2 })
    .toBuffer({ resolveWithObject: true });
  return encoded(data, "webp", info.width, info.height);
}

const frameHeight = ({ height, pageHeight }) => pageHeight ?? height;

const refusal = (message, cause) =>
  Object.assign(new Error(message, { cause }), { name: "PictureRefused" });

const labels = { jpeg: "JPEG", png: "PNG", gif: "GIF", webp: "WebP" };

const damagedError = (kind, cause) =>
  refusal(
    `This ${labels[kind]} file is damaged or incomplete, so it cannot be read. Please save the picture again, or choose another one.`,
    cause,
  );

const inWords = (number) => Math.ceil(number).toLocaleString("en-US");

/**
 * Returns a picture that fits into memory: the file itself, or a smaller copy of a JPEG or PNG that
 * can be reduced while it is decoded. The copy keeps its orientation.
 * @throws `PictureRefused` if the picture is too large
 */
async function readable(bytes, metadata) {
  const { format, width, pages = 1, isProgressive } = metadata;
  const pixels = width * frameHeight(metadata) * pages;
  if (pixels <= maxPixels) return bytes;
  const isStreamed = ["jpeg", "png"].includes(format) && !isProgressive;
  const most = isStreamed ? maxStreamedPixels : maxPixels;
  if (pixels <= most) {
    return openPicture(bytes, false, most)
      .resize({ ...staticEdges(metadata), fit: "inside" })
      .keepExif()
      .png({ compressionLevel: 1 })
      .toBuffer();
  }
  const size = `${inWords(width)} × ${inWords(frameHeight(metadata))} pixels`;
  const kind = `${isProgressive ? { jpeg: "progressive ", png: "interlaced " }[format] : ""}${labels[format]}`;
  throw refusal(
    `This ${kind} has ${pages > 1 ? `${inWords(pages)} frames of ` : ""}${size}: ${inWords(pixels / 1e6)} megapixels, and at most ${most / 1e6} can be read. Please make it smaller${pages > 1 ? " or shorter" : ""} and choose it again.`,
  );
}

/** Whether a file seems to contain content credentials; only a parser can be sure. */
export function hasCredentials(bytes) {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return file.includes("jumb") && file.includes("c2pa");
}

/**
 * The origin recorded in the file: in its XMP, or in the uncompressed part of content credentials.
 */
function markedOrigin(bytes, { xmp }) {
  if (hasCredentials(bytes)) return readOrigin(bytes);
  return xmp ? readOrigin(xmp) : "photo";
}

async function encodeAs(bytes, metadata, origin) {
  const moving = (metadata.pages ?? 1) > 1;
  const edges = moving ? movingEdges(metadata) : staticEdges(metadata);
  const isTurned = moving && metadata.orientation > 1;
  const opened = openPicture(bytes, moving);
  const small = (isTurned ? opened : opened.autoOrient()).resize({
    ...edges,
    fit: "inside",
    withoutEnlargement: true,
  });
  const picture = markOrigin(isTurned ? await turnFrames(small, metadata) : small, origin);
  if (moving) {
    const { delay, loop } = metadata;
    const { data, info } = await picture
      .webp({ quality: 82, effort: 1, ...(isTurned && { delay, loop }) })
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
 * Rotates an animation frame by frame: sharp would rotate all frames as one tall picture, which
 * reverses their order, or fail.
 */
async function turnFrames(picture, { orientation }) {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const { width, channels, pageHeight: height, pages } = info;
  const bytes = width * height * channels;
  const angle = { 3: 180, 4: 180, 5: 270, 6: 90, 7: 90, 8: 270 }[orientation] ?? 0;
  // sharp mirrors before it rotates.
  const isMirrored = [2, 4, 5, 7].includes(orientation);
  const frames = [];
  for (let at = 0; at < data.length; at += bytes) {
    const frame = sharp(data.subarray(at, at + bytes), { raw: { width, height, channels } });
    frames.push(await frame.rotate(angle).flop(isMirrored).raw().toBuffer());
  }
  const turned = orientation > 4 ? { width: height, height: width } : { width, height };
  const raw = { ...turned, height: turned.height * pages, channels, pageHeight: turned.height };
  return sharp(Buffer.concat(frames), { raw });
}

/** Limits of both edges, in either orientation. */
function staticEdges({ width, height }) {
  const breadth = Math.min(width, height);
  const length = Math.max(width, height);
  const strip = Math.min(
    stripBreadth / breadth,
    Math.sqrt(maxStripPixels / (width * height)),
    maxStripEdge / length,
  );
  const edge = Math.max(maxEdge, Math.floor(length * Math.min(1, strip)));
  return { width: edge, height: edge };
}

/**
 * Limits for a frame. Animations become WebP: encoding noise as GIF takes six times as long, and a
 * file of 10 MB would occupy a core for many seconds.
 */
function movingEdges(metadata) {
  const { width, pages = 1 } = metadata;
  const frame = { width, height: frameHeight(metadata) };
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
