import { xmpSignature } from "./jpeg-xmp";
import { xmpPacket } from "./xmp.mjs";

/**
 * Whether a file contains only its picture, content credentials and our record of its origin. Such
 * a file may be stored unmodified, under its old name.
 */
export function hasOnlyOwnMetadata(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.subarray(0, 2).equals(Buffer.of(0xff, 0xd8))) return isCleanJpeg(file);
  if (file.toString("latin1", 0, 4) === "RIFF") return isCleanWebp(file);
  return false;
}

const marks = (["model", "drawn"] as const).map((origin) => Buffer.from(xmpPacket(origin)));
const isMark = (packet: Buffer) => marks.some((mark) => mark.equals(packet));
const xmpHead = Buffer.from(xmpSignature);

/** Segments that decoding needs: tables, frames, restart intervals. */
const isOfPicture = (marker: number) =>
  marker === 0xdb || marker === 0xc4 || marker === 0xdd || (marker >= 0xc0 && marker <= 0xc2);

/** A segment of a JUMBF box (JPEG XT, ISO 18477-3) with content credentials. */
const isCredentials = (marker: number, body: Buffer) =>
  marker === 0xeb && body.toString("latin1", 0, 2) === "JP" && body.includes("jumb");

function isCleanJpeg(file: Buffer): boolean {
  let at = 2;
  while (at + 4 <= file.length && file[at] === 0xff) {
    const marker = file[at + 1] ?? 0;
    const end = at + 2 + file.readUInt16BE(at + 2);
    const body = file.subarray(at + 4, end);
    if (marker === 0xda) {
      const next = endOfScan(file, end);
      if (next === null) return false;
      if (file[next + 1] === 0xd9) return next + 2 === file.length;
      at = next;
      continue;
    }
    const isXmp = marker === 0xe1 && body.subarray(0, xmpHead.length).equals(xmpHead);
    const isKnown =
      isOfPicture(marker) ||
      isCredentials(marker, body) ||
      (marker === 0xe0 && body.length === 14 && body.toString("latin1", 0, 5) === "JFIF\0") ||
      (isXmp && isMark(body.subarray(xmpHead.length)));
    if (!isKnown) return false;
    at = end;
  }
  return false;
}

/** Position of the first marker after a scan's data. */
function endOfScan(file: Buffer, from: number): number | null {
  // Byte by byte: with indexOf, six million stuffed bytes take a second.
  for (let at = from; at + 1 < file.length; at += 1) {
    if (file[at] !== 0xff) continue;
    const next = file[at + 1] ?? 0;
    // Stuffed bytes and restart markers belong to the data.
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at;
    at += 1;
  }
  return null;
}

/** Enough for the frames of an animation. */
const maxChunks = 2_000;
const chunks = new Set(["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "C2PA"]);

function isCleanWebp(file: Buffer): boolean {
  if (file.length < 12 || file.readUInt32LE(4) + 8 !== file.length) return false;
  let at = 12;
  for (let count = 0; at + 8 <= file.length; count += 1) {
    if (count > maxChunks) return false;
    const name = file.toString("latin1", at, at + 4);
    const length = file.readUInt32LE(at + 4);
    const body = file.subarray(at + 8, at + 8 + length);
    if (!chunks.has(name) && !(name === "XMP " && isMark(body))) return false;
    at += 8 + length + (length % 2);
  }
  return at === file.length;
}
