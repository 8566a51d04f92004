import { inflateSync } from "node:zlib";

/** Unpacks the TrueType or OpenType font of a WOFF 1.0 file, for software without WOFF support. */
export function unpackWoff(woff: Buffer): { bytes: Buffer; extension: "ttf" | "otf" } {
  const count = woff.readUInt16BE(12);
  const font = Buffer.alloc(woff.readUInt32BE(16));
  woff.copy(font, 0, 4, 8);
  const power = Math.floor(Math.log2(count));
  for (const [index, field] of [count, 16 * 2 ** power, power].entries()) {
    font.writeUInt16BE(field, 4 + 2 * index);
  }
  font.writeUInt16BE(16 * (count - 2 ** power), 10);
  let end = 12 + 16 * count;
  for (let table = 0; table < count; table += 1) {
    const entry = 44 + 20 * table;
    const place = 12 + 16 * table;
    const [offset, packed, length] = [4, 8, 12].map((field) =>
      woff.readUInt32BE(entry + field),
    ) as [number, number, number];
    const bytes = woff.subarray(offset, offset + packed);
    (packed < length ? inflateSync(bytes) : bytes).copy(font, end);
    woff.copy(font, place, entry, entry + 4);
    woff.copy(font, place + 4, entry + 16, entry + 20);
    font.writeUInt32BE(end, place + 8);
    font.writeUInt32BE(length, place + 12);
    end += (length + 3) & ~3;
  }
  return { bytes: font, extension: font.toString("latin1", 0, 4) === "OTTO" ? "otf" : "ttf" };
}
