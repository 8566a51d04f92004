import "server-only";
import { readFileSync } from "node:fs";
import * as fontkit from "fontkit";
import { type Face, filesOf } from "./web-fonts";

/** A font as the renderer reads it. */
export type OpenFont = fontkit.Font;

/** Open fonts, the least recently used first. A slice of Mochiy Pop One takes about 0.1 MB. */
const opened = new Map<string, OpenFont>();
const maxOpened = 96;

const files = new WeakMap<OpenFont, string>();

function open(file: string): OpenFont {
  const known = opened.get(file);
  const font = known ?? (fontkit.create(readFileSync(file)) as OpenFont);
  files.set(font, file);
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
    const font = open(file);
    if (font.hasGlyphForCodePoint(codePoint)) return font;
  }
  return null;
}

/** The file that an open font was read from. */
export const fileOf = (font: OpenFont): string => files.get(font) ?? "";
