import "server-only";
import { readFileSync } from "node:fs";
import type * as HarfBuzz from "harfbuzzjs";
import type { Face } from "../faces";
import { filesOf } from "./web-fonts";
import { unpackWoff } from "./woff";

let loaded: typeof HarfBuzz | undefined;

/**
 * Loads HarfBuzz. Callers await this before they draw or shape text, because WebAssembly compiles
 * asynchronously.
 */
export async function loadShaper(): Promise<void> {
  loaded ??= await import("harfbuzzjs");
}

function harfBuzz(): typeof HarfBuzz {
  if (!loaded) throw new Error("HarfBuzz is not loaded: await loadShaper() first.");
  return loaded;
}

/** A font of the renderer. HarfBuzz shapes its text, as in browsers. */
export interface OpenFont {
  file: string;
  unitsPerEm: number;
  font: HarfBuzz.Font;
  letters: Set<number>;
  /** Outlines of glyphs, by their id. */
  outlines: Map<number, ReturnType<HarfBuzz.Font["glyphToJson"]>>;
}

/** Open fonts, the least recently used first. A slice of Mochiy Pop One takes about 0.1 MB. */
const opened = new Map<string, OpenFont>();
const maxOpened = 96;

function read(file: string): OpenFont {
  const hb = harfBuzz();
  const face = new hb.Face(new hb.Blob(unpackWoff(readFileSync(file)).bytes));
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

/** The font with a letter of a face, in the nearest available weight; null if there is none. */
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
  /** The letters that the glyph stands for; empty for further glyphs of the same letters. */
  codePoints: number[];
  xAdvance: number;
  xOffset: number;
  yOffset: number;
}

/** Features that pages turn off, so that measuring and both renderers agree. */
const features = ["kern", "liga", "clig", "dlig", "hlig", "calt"];

/** The glyphs of a text in one font, from left to right. */
export function shape({ font }: OpenFont, text: string, isRightToLeft: boolean): ShapedGlyph[] {
  const hb = harfBuzz();
  const buffer = new hb.Buffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  buffer.setDirection(isRightToLeft ? hb.Direction.RTL : hb.Direction.LTR);
  hb.shape(
    font,
    buffer,
    features.map((tag) => new hb.Feature(tag, 0)),
  );
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
