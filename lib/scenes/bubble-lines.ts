import type { MeasureText } from "./measure-text";

type Font = Parameters<MeasureText>[1];

/** Letters with their marks, which no line break may divide. */
const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * Breaks a text into lines of at most `width` px. The author's own breaks stay; a word longer than
 * a line is divided between letters.
 */
export function breakLines(
  text: string,
  width: number,
  font: Font,
  size: number,
  measure: MeasureText,
): string[] {
  const fits = (line: string) => measure(line, font, size) <= width;
  const lines: string[] = [];
  for (const paragraph of text.split(/\r\n|[\n\r\u2028\u2029]/u)) {
    let line = "";
    for (const word of paragraph.trim().split(/\s+/u)) {
      const longer = line === "" ? word : `${line} ${word}`;
      if (fits(longer)) {
        line = longer;
        continue;
      }
      if (line !== "") lines.push(line);
      line = word;
      if (fits(word)) continue;
      const pieces = divideWord(word, fits);
      line = pieces.pop() ?? "";
      lines.push(...pieces);
    }
    lines.push(line);
  }
  return lines;
}

/** A word in pieces of as many letters as a line holds, at least one each. */
function divideWord(word: string, fits: (line: string) => boolean): string[] {
  const pieces: string[] = [];
  let piece = "";
  for (const { segment } of segmenter.segment(word)) {
    if (piece !== "" && !fits(piece + segment)) {
      pieces.push(piece);
      piece = "";
    }
    piece += segment;
  }
  return [...pieces, piece];
}

/**
 * Lines of about equal length in as few lines as the width needs: a balloon with one word in its
 * last line looks like a mistake.
 */
export function balanceLines(
  text: string,
  width: number,
  font: Font,
  size: number,
  measure: MeasureText,
): string[] {
  const widest = breakLines(text, width, font, size, measure);
  if (widest.length < 2 || widest.length > 12) return widest;
  let low = width * 0.5;
  let high = width;
  let best = widest;
  for (let round = 0; round < 6; round += 1) {
    const middle = (low + high) / 2;
    const lines = breakLines(text, middle, font, size, measure);
    if (
      lines.length <= widest.length &&
      !lines.some((line) => measure(line, font, size) > middle)
    ) {
      best = lines;
      high = middle;
    } else {
      low = middle;
    }
  }
  return best;
}
