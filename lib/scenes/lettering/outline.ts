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
  /** What no font of ours draws, for a font of the machine: `x` is its left edge. */
  foreign: { text: string; x: number }[];
}

interface Piece {
  text: string;
  font: OpenFont | null;
}

const bidi = bidiFactory();

/** What pages turn off, so that the measure and both renderers agree. */
export const features = { kern: false, liga: false, clig: false, dlig: false, calt: false };

/** A part of a line that one font draws, in the order in which parts are seen from left to right. */
export interface LineRun {
  text: string;
  /** Its left edge. */
  x: number;
  width: number;
  isRightToLeft: boolean;
  /** Null where no font of ours has its letters. */
  font: OpenFont | null;
}

interface Line {
  text: string;
  /** Its middle. */
  x: number;
  /** Of its baseline. */
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
 * Outlines of one line, centred at `x` on the baseline `y`: shaped, in the order it is read and in
 * the fonts that pages draw it with.
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

/** The same line for what sets letters itself, such as a PDF: each part with its font and place. */
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

/** Parts of a line that run one way, from left to right as they are seen (UAX #9, rule L2). */
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

/** Faces that are asked one after the other for the letters of a run. */
function facesOf(face: Face | null, family: Face): Face[] {
  if (face === "Mochiy Pop One") return [face, "Noto Sans Symbols 2"];
  return [face ?? family];
}

/** A run in pieces of one font file each; marks stay with their letters. */
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

/** Some fonts draw these; browsers do not. What joins or parts letters stays for the shaper. */
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
