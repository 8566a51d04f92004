import "server-only";
import { readFileSync } from "node:fs";
import type * as HarfBuzz from "harfbuzzjs";
import type { Face } from "./faces";
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
  /** The letters that it draws. */
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
  const infos = buffer.getGlyphInfos();
  const codePoints = codePointsOf(infos, text, (letter) => font.nominalGlyph(letter));
  return infos.map(({ codepoint: id }, index) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = places[index] ?? {};
    return { id, codePoints: codePoints[index] ?? [], xAdvance, xOffset, yOffset };
  });
}

/**
 * The letters that each glyph draws. Of a cluster, a glyph has the letter that it shows by itself;
 * what is left, such as the parts of a ligature, goes to the first glyph without one.
 */
function codePointsOf(
  glyphs: readonly { codepoint: number; cluster: number }[],
  text: string,
  glyphOf: (letter: number) => number | undefined,
): number[][] {
  const starts = [...new Set(glyphs.map(({ cluster }) => cluster))].sort((a, b) => a - b);
  const found: number[][] = glyphs.map(() => []);
  for (const [at, start] of starts.entries()) {
    const letters = Array.from(text.slice(start, starts[at + 1]), (one) => one.codePointAt(0) ?? 0);
    const members = [...glyphs.keys()].filter((index) => glyphs[index]?.cluster === start);
    for (const index of members) {
      const own = letters.findIndex((letter) => glyphOf(letter) === glyphs[index]?.codepoint);
      if (own >= 0) found[index] = letters.splice(own, 1);
    }
    const rest = members.find((index) => found[index]?.length === 0) ?? members.at(-1);
    if (rest !== undefined) found[rest] = (found[rest] ?? []).concat(letters);
  }
  return found;
}
