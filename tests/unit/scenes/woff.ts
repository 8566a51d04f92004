import { readFileSync } from "node:fs";
import { inflateSync } from "node:zlib";

/** Advance widths of a WOFF file by code point, in ems: as much of the format as that needs. */
export function readAdvances(file: string): (codePoint: number) => number | null {
  const bytes = readFileSync(file);
  if (bytes.toString("latin1", 0, 4) !== "wOFF") throw new Error(`${file} is no WOFF file`);
  const tables = new Map<string, Buffer>();
  for (let index = 0; index < bytes.readUInt16BE(12); index += 1) {
    const entry = 44 + index * 20;
    const offset = bytes.readUInt32BE(entry + 4);
    const packed = bytes.readUInt32BE(entry + 8);
    const data = bytes.subarray(offset, offset + packed);
    const isPacked = packed < bytes.readUInt32BE(entry + 12);
    tables.set(bytes.toString("latin1", entry, entry + 4), isPacked ? inflateSync(data) : data);
  }
  const table = (tag: string) => {
    const found = tables.get(tag);
    if (!found) throw new Error(`${file} has no table ${tag}`);
    return found;
  };
  const em = table("head").readUInt16BE(18);
  const metrics = table("hhea").readUInt16BE(34);
  const hmtx = table("hmtx");
  const glyphOf = readCmap(table("cmap"));
  return (codePoint) => {
    const glyph = glyphOf(codePoint);
    return glyph === 0 ? null : hmtx.readUInt16BE(Math.min(glyph, metrics - 1) * 4) / em;
  };
}

/** Glyphs of the Unicode subtable in format 4. */
function readCmap(cmap: Buffer): (codePoint: number) => number {
  for (let index = 0; index < cmap.readUInt16BE(2); index += 1) {
    const offset = cmap.readUInt32BE(4 + index * 8 + 4);
    if (cmap.readUInt16BE(offset) === 4) return format4(cmap.subarray(offset));
  }
  throw new Error("no cmap subtable in format 4");
}

function format4(table: Buffer): (codePoint: number) => number {
  const double = table.readUInt16BE(6);
  const at = (part: number, segment: number) =>
    14 + part * double + segment * 2 + (part > 0 ? 2 : 0);
  return (codePoint) => {
    for (let segment = 0; segment < double / 2; segment += 1) {
      if (codePoint > table.readUInt16BE(at(0, segment))) continue;
      const start = table.readUInt16BE(at(1, segment));
      if (codePoint < start) return 0;
      const delta = table.readUInt16BE(at(2, segment));
      const rangeAt = at(3, segment);
      const range = table.readUInt16BE(rangeAt);
      if (range === 0) return (codePoint + delta) & 0xffff;
      const glyph = table.readUInt16BE(rangeAt + range + (codePoint - start) * 2);
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
    }
    return 0;
  };
}
