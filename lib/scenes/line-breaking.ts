import type { MeasureText } from "./measure-text";

type Font = Parameters<MeasureText>[1];

/** Letters with their marks, which no line break may divide. */
const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Letters that allow a line break beside them: kana, ideographs and their punctuation. */
const breaksBeside = /^[\u2e80-\u2fff\u3001-\u9fff\uf900-\ufaff\uff00-\uff60\u{20000}-\u{3fffd}]/u;
/** Never at the start of a line, never at its end (kinsoku). */
const notFirst =
  /^[、。，．・：；？！ー〜～」』）】〉》〕］｝ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ々ゝゞヽヾ゛゜…‥!?%),.:;\]}”’»›]/u;
const notLast = /^[「『（【〈《〔［｛([{“‘«‹]/u;

/**
 * Breaks a text into lines of at most `width` px. It keeps the author's own breaks; it divides a
 * word longer than a line between letters, and a Japanese sentence by the rules of its typesetters.
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
  // One code point for a letter and its accent: fonts contain the composed letter.
  for (const paragraph of text.normalize("NFC").split(/\r\n|[\n\r\u2028\u2029]/u)) {
    let line = "";
    for (const word of paragraph.trim().split(/\s+/u)) {
      let space = line === "" ? "" : " ";
      for (const part of partsOf(word)) {
        const longer = `${line}${space}${part}`;
        space = "";
        if (fits(longer)) {
          line = longer;
          continue;
        }
        if (line !== "") lines.push(line);
        line = part;
        if (fits(part)) continue;
        const pieces = divideWord(part, fits);
        line = pieces.pop() ?? "";
        for (const piece of pieces) lines.push(piece);
      }
    }
    lines.push(line);
  }
  return lines;
}

/** A word with possible line breaks between its parts. */
function partsOf(word: string): string[] {
  if (!/[\u2e80-\u9fff\uf900-\ufaff\uff00-\uff60]|[\ud840-\ud8bf]/.test(word)) return [word];
  const parts: string[] = [];
  let before = "";
  for (const { segment } of segmenter.segment(word)) {
    const mayBreak =
      before !== "" &&
      (breaksBeside.test(before) || breaksBeside.test(segment)) &&
      !notFirst.test(segment) &&
      !notLast.test(before);
    if (mayBreak || before === "") parts.push(segment);
    else parts.push(`${parts.pop()}${segment}`);
    before = segment;
  }
  return parts;
}

/** How many punctuation marks may hang over the end of a line rather than start the next. */
const maxHanging = 2;

/** Splits a word into pieces of as many letters as fit into a line, at least one each. */
function divideWord(word: string, fits: (line: string) => boolean): string[] {
  const pieces: string[] = [];
  let piece = "";
  let hanging = 0;
  for (const { segment } of segmenter.segment(word)) {
    if (piece !== "" && !fits(piece + segment)) {
      hanging = notFirst.test(segment) ? hanging + 1 : maxHanging + 1;
      if (hanging > maxHanging) {
        pieces.push(piece);
        piece = "";
        hanging = 0;
      }
    }
    piece += segment;
  }
  return [...pieces, piece];
}

/**
 * Lines of about equal length, in as few lines as the width needs: a bubble with one word in its
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
