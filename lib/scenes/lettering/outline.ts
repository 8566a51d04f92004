import { maxOf } from "@/lib/platform/min-max";
import "server-only";
import bidiFactory from "bidi-js";
import {
  type directionOf,
  fallbackWeight,
  fontRuns,
  isMark,
  type LetteringFont,
} from "../font-fallback";
import { measureText } from "../measure-text";
import { fontFor, type OpenFont } from "./font-files";
import type { Face } from "./web-fonts";

/** A line of lettering as outlines. */
export interface OutlinedLine {
  /** `d` of a path. */
  path: string;
  width: number;
  /** Text in a font of the machine, where no bundled font has its letters: `x` is its left edge. */
  foreign: { text: string; x: number }[];
}

interface Piece {
  text: string;
  font: OpenFont | null;
}

const bidi = bidiFactory();

/** Features that pages turn off, so that measuring and both renderers agree. */
export const features = { kern: false, liga: false, clig: false, dlig: false, calt: false };

/** A run of a line in one font; runs are in visual order from left to right. */
export interface LineRun {
  text: string;
  /** Its left edge. */
  x: number;
  width: number;
  isRightToLeft: boolean;
  /** Null where no bundled font has its letters. */
  font: OpenFont | null;
}

interface Line {
  text: string;
  /** x of the centre of the line. */
  x: number;
  /** y of the baseline. */
  y: number;
  direction: ReturnType<typeof directionOf>;
}

const shapedPieces = (line: Line, font: LetteringFont, size: number) =>
  visualRuns(line.text, line.direction).flatMap(({ text, isRightToLeft }) => {
    const shaped = piecesOf(text, font).map((piece) => ({
      ...piece,
      isRightToLeft,
      ...shape(piece, font, size, isRightToLeft),
    }));
    return isRightToLeft ? shaped.reverse() : shaped;
  });

/**
 * Outlines of one line, centred at `x` on the baseline `y`: shaped, in reading order, in the fonts
 * of the page.
 */
export function outlineLine(line: Line, font: LetteringFont, size: number): OutlinedLine {
  const pieces = shapedPieces(line, font, size);
  const width = pieces.reduce((sum, piece) => sum + piece.width, 0);
  const foreign: OutlinedLine["foreign"] = [];
  let pen = line.x - width / 2;
  let path = "";
  for (const piece of pieces) {
    if (piece.foreign) foreign.push({ text: piece.foreign, x: pen });
    path += piece.draw(pen, line.y);
    pen += piece.width;
  }
  return { path, width, foreign };
}

/**
 * The same line for formats that set letters themselves, such as PDF: each run with its font and
 * position.
 */
export function lineRuns(line: Line, font: LetteringFont, size: number): LineRun[] {
  const pieces = shapedPieces(line, font, size);
  let pen = line.x - pieces.reduce((sum, piece) => sum + piece.width, 0) / 2;
  return pieces.map(({ text, font: own, width, isRightToLeft }) => {
    const run = { text: text.replace(unseen, ""), x: pen, width, isRightToLeft, font: own };
    pen += width;
    return run;
  });
}

const anyRightToLeft =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]|[\ud802\ud803\ud83a\ud83b]/;

/** Runs of a line by direction, in visual order from left to right (UAX #9, rule L2). */
function visualRuns(text: string, direction: "ltr" | "rtl") {
  if (direction === "ltr" && !anyRightToLeft.test(text)) {
    return [{ text, isRightToLeft: false }];
  }
  const { levels } = bidi.getEmbeddingLevels(text, direction);
  const mirrored = bidi.getMirroredCharactersMap(text, levels);
  const runs: { text: string; level: number }[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const letter = mirrored.get(index) ?? text[index] ?? "";
    const level = levels[index] ?? 0;
    const last = runs.at(-1);
    if (last && last.level === level) last.text += letter;
    else runs.push({ text: letter, level });
  }
  const highest = maxOf(
    runs.map((run) => run.level),
    0,
  );
  for (let level = highest; level > 0; level -= 1) {
    for (let start = 0; start < runs.length; start += 1) {
      let end = start;
      while ((runs[end]?.level ?? -1) >= level) end += 1;
      for (const [index, run] of runs.slice(start, end).reverse().entries())
        runs[start + index] = run;
      start = end;
    }
  }
  return runs.map((run) => ({ text: run.text, isRightToLeft: run.level % 2 === 1 }));
}

/** Faces to look up the letters of a run in, in order. */
function facesOf(face: Face | null, family: Face): Face[] {
  if (face === "Mochiy Pop One") return [face, "Noto Sans Symbols 2"];
  return [face ?? family];
}

/** Splits a run into pieces of one font file each; marks stay with their letters. */
function piecesOf(text: string, lettering: LetteringFont): Piece[] {
  const pieces: Piece[] = [];
  for (const run of fontRuns(text, lettering)) {
    const faces = facesOf(run.face, lettering.family);
    const weight = run.face ? fallbackWeight(lettering) : lettering.weight;
    for (const letter of run.text) {
      const last = pieces.at(-1);
      if (isMark.test(letter) && last) {
        last.text += letter;
        continue;
      }
      let font: OpenFont | null = null;
      for (const face of faces) {
        font ??= fontFor(face, weight, letter.codePointAt(0) ?? 0);
      }
      if (last && last.font === font) last.text += letter;
      else pieces.push({ text: letter, font });
    }
  }
  return pieces;
}

const nothing = () => "";

/**
 * Some fonts draw these characters; browsers do not. Joiners and non-joiners stay for the shaper.
 */
const unseen = /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu;

function shape(
  { text, font }: Piece,
  lettering: LetteringFont,
  size: number,
  rightToLeft: boolean,
) {
  if (!font) {
    const isEmpty = text.trim() === "" || isMark.test(text);
    const width = measureText(text, lettering, size);
    return { width, draw: nothing, foreign: isEmpty ? null : text };
  }
  const shaped = font.layout(
    text.replace(unseen, ""),
    features,
    undefined,
    undefined,
    rightToLeft ? "rtl" : "ltr",
  );
  const scale = size / font.unitsPerEm;
  const draw = (x: number, y: number) => {
    let path = "";
    let pen = x;
    shaped.glyphs.forEach((glyph, index) => {
      const at = shaped.positions[index];
      if (at && glyph.id !== 0) {
        path += drawn(glyph, pen + at.xOffset * scale, y - at.yOffset * scale, scale);
      }
      pen += (at?.xAdvance ?? 0) * scale;
    });
    return path;
  };
  const width = shaped.positions.reduce((sum, at) => sum + at.xAdvance * scale, 0);
  return { width, draw, foreign: null };
}

const letters = {
  moveTo: "M",
  lineTo: "L",
  quadraticCurveTo: "Q",
  bezierCurveTo: "C",
  closePath: "Z",
} as const;

function drawn(
  glyph: OpenFont extends { getGlyph(id: number): infer G } ? G : never,
  x: number,
  y: number,
  scale: number,
) {
  let path = "";
  for (const { command, args } of glyph.path.commands) {
    path += letters[command as keyof typeof letters];
    for (let index = 0; index < args.length; index += 2) {
      const px = x + (args[index] ?? 0) * scale;
      const py = y - (args[index + 1] ?? 0) * scale;
      path += `${index > 0 ? " " : ""}${px.toFixed(2)} ${py.toFixed(2)}`;
    }
  }
  return path;
}
