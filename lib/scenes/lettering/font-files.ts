import "server-only";
import { readFileSync } from "node:fs";
import { inflateSync } from "node:zlib";
import * as hb from "harfbuzzjs";
import type { Face } from "../faces";
import { filesOf } from "./web-fonts";

/** A font as the renderer reads it: HarfBuzz shapes here as it does in browsers. */
export interface OpenFont {
  file: string;
  unitsPerEm: number;
  font: hb.Font;
  letters: Set<number>;
  /** Outlines of glyphs, by their id. */
  outlines: Map<number, ReturnType<hb.Font["glyphToJson"]>>;
}

/** Open fonts, the least recently used first. A slice of Mochiy Pop One takes about 0.1 MB. */
const opened = new Map<string, OpenFont>();
const maxOpened = 96;

/** The OpenType file within a WOFF file. */
function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const size = woff.readUInt32BE(16);
  const font = Buffer.alloc(size);
  woff.copy(font, 0, 4, 8);
  font.writeUInt16BE(count, 4);
  let end = 12 + 16 * count;
  for (let table = 0; table < count; table += 1) {
    const entry = 44 + 20 * table;
    const [offset = 0, packed = 0, length = 0, checksum = 0] = [4, 8, 12, 16].map((field) =>
      woff.readUInt32BE(entry + field),
    );
    const bytes = woff.subarray(offset, offset + packed);
    (packed < length ? inflateSync(bytes) : bytes).copy(font, end);
    const place = 12 + 16 * table;
    woff.copy(font, place, entry, entry + 4);
    font.writeUInt32BE(checksum, place + 4);
    font.writeUInt32BE(end, place + 8);
    font.writeUInt32BE(length, place + 12);
    end += (length + 3) & ~3;
  }
  return font;
}

function read(file: string): OpenFont {
  const face = new hb.Face(new hb.Blob(unpackWoff(readFileSync(file))));
  return {
    file,
    unitsPerEm: face.upem,
    font: new hb.Font(face),
    letters: new Set(face.collectUnicodes()),
    outlines: new Map(),
  };
}

export function openFont(file: string): OpenFont {
  const font = opened.get(file) ?? read(file);
  opened.delete(file);
  opened.set(file, font);
  const oldest = opened.keys().next().value;
  if (opened.size > maxOpened && oldest !== undefined) opened.delete(oldest);
  return font;
}

/** The font with a letter of a face, in the nearest available weight; null where there is none. */
export function fontFor(face: Face, weight: number, codePoint: number): OpenFont | null {
  for (const { file, ranges } of filesOf(face, weight).files) {
    if (!ranges.some(([from, to]) => codePoint >= from && codePoint <= to)) continue;
    const font = openFont(file);
    if (font.letters.has(codePoint)) return font;
  }
  return null;
}

/** A glyph in a line; lengths in units of its font. */
export interface ShapedGlyph {
  id: number;
  /** The letters that it begins to draw. */
  codePoints: number[];
  xAdvance: number;
  xOffset: number;
  yOffset: number;
}

/** Features that pages turn off, so that measuring and both renderers agree. */
const features = ["kern", "liga", "clig", "dlig", "hlig", "calt"].map(
  (tag) => new hb.Feature(tag, 0),
);

/** The glyphs of a text in one font, from left to right. */
export function shape({ font }: OpenFont, text: string, isRightToLeft: boolean): ShapedGlyph[] {
  const buffer = new hb.Buffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  buffer.setDirection(isRightToLeft ? hb.Direction.RTL : hb.Direction.LTR);
  hb.shape(font, buffer, features);
  const places = buffer.getGlyphPositions();
  const glyphs = buffer.getGlyphInfos();
  const starts = [...new Set(glyphs.map(({ cluster }) => cluster))].sort((a, b) => a - b);
  let last = -1;
  return glyphs.map(({ codepoint: id, cluster }, index) => {
    const letters = text.slice(cluster, starts[starts.indexOf(cluster) + 1]);
    const codePoints =
      cluster === last ? [] : Array.from(letters, (letter) => letter.codePointAt(0) ?? 0);
    last = cluster;
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = places[index] ?? {};
    return { id, codePoints, xAdvance, xOffset, yOffset };
  });
}
