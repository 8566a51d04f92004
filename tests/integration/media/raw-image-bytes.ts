import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { crc32, createDeflate, deflateSync } from "node:zlib";

/** Pictures written byte by byte: what no encoder would make. */

const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const u16 = (value: number) => Buffer.from([value & 0xff, value >> 8]);

const pngSignature = Buffer.from("89504e470d0a1a0a", "hex");

export function pngChunk(type: string, data: Uint8Array, crc?: number): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  return Buffer.concat([u32(data.byteLength), body, u32(crc ?? crc32(body))]);
}

interface PngPlan {
  width: number;
  height: number;
  /** Of the header alone; the rows stay eight bits of grey. */
  claimed?: { width: number; height: number };
  before?: Buffer[];
  badCrc?: boolean;
  /** Deflated already, where all rows at once would fill memory. */
  rows?: Buffer;
}

/** A grey picture, a row of zeros each. */
export function png({ width, height, claimed, before = [], badCrc, rows }: PngPlan): Buffer {
  const header = Buffer.concat([
    u32(claimed?.width ?? width),
    u32(claimed?.height ?? height),
    Buffer.from([8, 0, 0, 0, 0]),
  ]);
  return Buffer.concat([
    pngSignature,
    pngChunk("IHDR", header, badCrc ? 1 : undefined),
    ...before,
    pngChunk("IDAT", rows ?? deflateSync(Buffer.alloc((width + 1) * height))),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

/** A whole picture of any size, never in memory as a whole. */
export async function bigPng(width: number, height: number): Promise<Buffer> {
  const some = Buffer.alloc(4 * 1024 * 1024);
  function* zeros(bytes: number) {
    for (let left = bytes; left > 0; left -= some.length) yield some.subarray(0, left);
  }
  const source = Readable.from(zeros((width + 1) * height));
  return png({ width, height, rows: await buffer(source.pipe(createDeflate())) });
}

/** Puts chunks right behind the header of a PNG. */
export const withChunks = (source: Buffer, ...chunks: Buffer[]): Buffer =>
  Buffer.concat([source.subarray(0, 33), ...chunks, source.subarray(33)]);

/** A segment such as EXIF or a comment, behind the start of a JPEG. */
export function jpegSegment(marker: number, content: Uint8Array): Buffer {
  const length = content.byteLength + 2;
  return Buffer.concat([Buffer.from([0xff, marker, length >> 8, length & 0xff]), content]);
}

export const withSegments = (source: Buffer, ...segments: Buffer[]): Buffer =>
  Buffer.concat([source.subarray(0, 2), ...segments, source.subarray(2)]);

/** The same JPEG with other numbers in its frame header. */
export function claimJpegSize(source: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(source);
  for (let at = 2; copy[at] === 0xff; at += 2 + copy.readUInt16BE(at + 2)) {
    const marker = copy[at + 1] ?? 0;
    if (marker < 0xc0 || marker > 0xc2) continue;
    copy.writeUInt16BE(height, at + 5);
    copy.writeUInt16BE(width, at + 7);
    break;
  }
  return copy;
}

/** Repeats the last scan of a progressive JPEG: small on the wire, the whole picture each time. */
export function repeatLastScan(source: Buffer, times: number): Buffer {
  const start = source.lastIndexOf(Buffer.from([0xff, 0xda]));
  const scan = source.subarray(start, source.byteLength - 2);
  return Buffer.concat([
    source.subarray(0, start),
    ...Array.from({ length: times }, () => scan),
    source.subarray(-2),
  ]);
}

interface GifPlan {
  width: number;
  height: number;
  frames: number;
  /** Bytes of a comment in front of the frames. */
  comment?: string;
  /** Stands where the width belongs, as in polyglots. */
  head?: Buffer;
}

/** Frames of 1×1 on a canvas of this size. */
export function gif({ width, height, frames, comment, head }: GifPlan): Buffer {
  const frame = Buffer.from("21f904000a0000002c00000000010001000002024401003b", "hex").subarray(
    0,
    -1,
  );
  return Buffer.concat([
    Buffer.from("GIF89a", "latin1"),
    head ?? Buffer.concat([u16(width), u16(height)]),
    Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255]),
    ...(comment
      ? [Buffer.from([0x21, 0xfe, comment.length]), Buffer.from(comment), Buffer.from([0])]
      : []),
    ...Array.from({ length: frames }, () => frame),
    Buffer.from(";"),
  ]);
}

/** A lossless WebP that claims a size and holds nothing of it. */
export function webpClaiming(width: number, height: number): Buffer {
  const bits = (width - 1) | ((height - 1) << 14);
  const data = Buffer.concat([Buffer.from([0x2f]), Buffer.alloc(4), Buffer.alloc(15)]);
  data.writeUInt32LE(bits >>> 0, 1);
  return riff([["VP8L", data]]);
}

export function riff(chunks: [string, Buffer][]): Buffer {
  const body = Buffer.concat(
    chunks.flatMap(([type, data]) => {
      const size = Buffer.alloc(4);
      size.writeUInt32LE(data.byteLength);
      return [Buffer.from(type), size, data, Buffer.alloc(data.byteLength % 2)];
    }),
  );
  const size = Buffer.alloc(4);
  size.writeUInt32LE(body.byteLength + 4);
  return Buffer.concat([Buffer.from("RIFF"), size, Buffer.from("WEBP"), body]);
}

/** Repeats the last frame of a WebP that moves. */
export function repeatLastFrame(source: Buffer, times: number): Buffer {
  const at = source.lastIndexOf("ANMF");
  const frame = source.subarray(at, at + 8 + source.readUInt32LE(at + 4));
  const whole = Buffer.concat([source, ...Array.from({ length: times }, () => frame)]);
  whole.writeUInt32LE(whole.byteLength - 8, 4);
  return whole;
}

/** The boxes that HEIC and AVIF begin with. */
export const isoMedia = (brand: string, compatible = brand): Buffer =>
  Buffer.concat([u32(24), Buffer.from(`ftyp${brand}\0\0\0\0${compatible}mif1`), Buffer.alloc(200)]);

export const bmp = (): Buffer => {
  const bytes = Buffer.alloc(58);
  bytes.write("BM");
  bytes.writeUInt32LE(58, 2);
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(1, 18);
  bytes.writeInt32LE(1, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  return bytes;
};

/** An icon that holds a PNG. */
export const ico = (picture: Buffer): Buffer => {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt32LE(picture.byteLength, 14);
  head.writeUInt32LE(22, 18);
  return Buffer.concat([head, picture]);
};

/** A profile as PNG carries it, a megabyte of zeros for each five kilobytes on the wire. */
export function iccBomb(megabytes: number): Buffer {
  const zeros = deflateSync(Buffer.alloc(megabytes * 1024 * 1024), { level: 1 });
  return pngChunk("iCCP", Buffer.concat([Buffer.from("icc\0\0"), zeros]));
}
