import "server-only";
import bidiFactory from "bidi-js";
import { maxOf } from "@/lib/platform/min-max";
import {
  type directionOf,
  type FontRun,
  fallbackWeight,
  fontRuns,
  isMark,
  type LetteringFont,
  letteringOf,
} from "./font-fallback";
import { fontFor, type OpenFont, type ShapedGlyph, shape } from "./font-files";
import { measureText } from "./measure-text";

/** A line of lettering as outlines. */
interface OutlinedLine {
  /** `d` of a path. */
  path: string;
  width: number;
}

const bidi = bidiFactory();

/** A run of a line in one font; runs are in visual order from left to right. */
export interface LineRun {
  text: string;
  /** Its left edge. */
  x: number;
  width: number;
  /** Null if the glyph leaves no ink. */
  font: OpenFont | null;
  /** From left to right. */
  glyphs: ShapedGlyph[];
}

interface Line {
  text: string;
  /** x of the centre of the line. */
  x: number;
  /** y of the baseline. */
  y: number;
  direction: ReturnType<typeof directionOf>;
}

/** The shaped runs of a line, centred at its `x`, in the fonts of the page. */
export function lineRuns(line: Line, font: LetteringFont, size: number): LineRun[] {
  const lettering = letteringOf(line.text, font);
  // Faces are chosen for whole words before the text splits by direction, as in measuring and on
  // pages.
  const faces = fontRuns(line.text, lettering);
  const text = faces.map((run) => run.text).join("");
  const runs = visualRuns(text, line.direction).flatMap(({ isRightToLeft, ...run }) => {
    const pieces = piecesOf(facesOf(run, faces), lettering).map((piece) => {
      const glyphs = piece.font
        ? shape(piece.font, piece.text.replace(/\p{Cc}/gu, ""), isRightToLeft)
        : [];
      const scale = size / (piece.font?.unitsPerEm ?? 1);
      const width = piece.font
        ? glyphs.reduce((sum, { xAdvance }) => sum + xAdvance * scale, 0)
        : measureText(piece.text, lettering, size);
      return { ...piece, glyphs, width };
    });
    return isRightToLeft ? pieces.reverse() : pieces;
  });
  let pen = line.x - runs.reduce((sum, { width }) => sum + width, 0) / 2;
  return runs.map((run) => {
    const placed = { ...run, x: pen };
    pen += run.width;
    return placed;
  });
}

/** Outlines of one line, centred at `x` on the baseline `y`. */
export function outlineLine(line: Line, font: LetteringFont, size: number): OutlinedLine {
  const runs = lineRuns(line, font, size);
  return {
    path: runs.map((run) => outlineRun(run, line.y, size)).join(""),
    width: runs.reduce((sum, { width }) => sum + width, 0),
  };
}

function outlineRun({ font, glyphs, x }: LineRun, y: number, size: number): string {
  if (!font) return "";
  const scale = size / font.unitsPerEm;
  let path = "";
  let pen = x;
  for (const { id, xAdvance, xOffset, yOffset } of glyphs) {
    if (id !== 0) path += outlineGlyph(font, id, pen + xOffset * scale, y - yOffset * scale, scale);
    pen += xAdvance * scale;
  }
  return path;
}

function outlineGlyph(font: OpenFont, id: number, x: number, y: number, scale: number): string {
  let commands = font.outlines.get(id);
  if (!commands) {
    commands = font.font.glyphToJson(id);
    font.outlines.set(id, commands);
  }
  let path = "";
  for (const { type, values } of commands) {
    path += type;
    for (let index = 0; index < values.length; index += 2) {
      const px = x + (values[index] ?? 0) * scale;
      const py = y - (values[index + 1] ?? 0) * scale;
      path += `${index > 0 ? " " : ""}${px.toFixed(2)} ${py.toFixed(2)}`;
    }
  }
  return path;
}

const anyRightToLeft =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]|[\ud802\ud803\ud83a\ud83b]/;

/**
 * Emoji sequences. bidi-js reads UTF-16 units and would treat the halves of an emoji as letters.
 */
const emojiSequence =
  /\p{Extended_Pictographic}[\p{M}\p{Cf}\p{Emoji_Modifier}\p{Extended_Pictographic}]*/gu;

/** Runs of a line by direction, in visual order from left to right (UAX #9, rule L2). */
function visualRuns(text: string, direction: "ltr" | "rtl") {
  if (direction === "ltr" && !anyRightToLeft.test(text)) {
    return [{ text, start: 0, isRightToLeft: false }];
  }
  const neutral = text.replace(emojiSequence, (sequence) => "\ufffc".repeat(sequence.length));
  const { levels } = bidi.getEmbeddingLevels(neutral, direction);
  const mirrored = bidi.getMirroredCharactersMap(text, levels);
  const runs: { text: string; start: number; level: number }[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const letter = mirrored.get(index) ?? text[index] ?? "";
    const level = levels[index] ?? 0;
    const last = runs.at(-1);
    if (last && last.level === level) last.text += letter;
    else runs.push({ text: letter, start: index, level });
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
  return runs.map(({ text, start, level }) => ({ text, start, isRightToLeft: level % 2 === 1 }));
}

/** Splits `text`, the part of a line that begins at `start`, by the faces of the line. */
function facesOf({ text, start }: { text: string; start: number }, line: FontRun[]): FontRun[] {
  let end = 0;
  return line.flatMap((run) => {
    const from = Math.max(end, start);
    end += run.text.length;
    const part = text.slice(from - start, Math.max(end - start, 0));
    return part ? [{ text: part, face: run.face }] : [];
  });
}

interface Piece {
  text: string;
  font: OpenFont | null;
}

/** Alphabets that share a face with other scripts; each is shaped separately. */
const isAlphabet = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u;
const isNeutral = /^[^\p{L}]/u;

/** Splits a run into pieces of one font file and script each; marks stay with their letters. */
function piecesOf(runs: FontRun[], lettering: LetteringFont): Piece[] {
  const pieces: (Piece & { isAlphabet?: boolean })[] = [];
  for (const run of runs) {
    const face = run.face ?? lettering.family;
    const weight = run.face ? fallbackWeight(lettering) : lettering.weight;
    for (const letter of run.text) {
      const last = pieces.at(-1);
      const codePoint = letter.codePointAt(0) ?? 0;
      const font = fontFor(face, weight, codePoint);
      // A mark stays with its letter, unless only another file of the face has the mark.
      if (isMark.test(letter) && last && (!font || last.font?.letters.has(codePoint))) {
        last.text += letter;
        continue;
      }
      const script = isNeutral.test(letter) ? last?.isAlphabet : isAlphabet.test(letter);
      const isSame = last?.font === font && (last?.isAlphabet ?? script) === script;
      if (last && isSame) last.text += letter;
      else pieces.push({ text: letter, font });
      const now = pieces.at(-1);
      if (now && script !== undefined) now.isAlphabet = script;
    }
  }
  return pieces;
}
