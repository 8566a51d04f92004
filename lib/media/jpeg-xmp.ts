import { type Origin, xmpPacket } from "./xmp.mjs";

/** Begins a JPEG segment that holds an XMP packet. */
export const xmpSignature = "http://ns.adobe.com/xap/1.0/\0";

/**
 * Adds the origin to a JPEG, as a segment of its own; a photograph is copied unchanged.
 * @throws if the bytes are no JPEG
 */
export function markJpeg(jpeg: Uint8Array, origin: Origin): Uint8Array<ArrayBuffer> {
  if (jpeg[0] !== 0xff || jpeg[1] !== 0xd8) throw new Error("This is no JPEG.");
  if (origin === "photo") return new Uint8Array(jpeg);
  const content = new TextEncoder().encode(xmpSignature + xmpPacket(origin));
  const length = content.byteLength + 2;
  const at = offsetAfterJfif(jpeg);
  const marked = new Uint8Array(jpeg.byteLength + length + 2);
  marked.set(jpeg.subarray(0, at));
  marked.set([0xff, 0xe1, length >> 8, length & 0xff], at);
  marked.set(content, at + 4);
  marked.set(jpeg.subarray(at), at + 2 + length);
  return marked;
}

/** JFIF requires its segment to come first. */
function offsetAfterJfif(jpeg: Uint8Array): number {
  if (jpeg[2] !== 0xff || jpeg[3] !== 0xe0) return 2;
  return 4 + (((jpeg[4] ?? 0) << 8) | (jpeg[5] ?? 0));
}
