import { Rules } from "@cto.af/linebreak";
import { maxOf } from "@/lib/platform/min-max";
import { lettersOf } from "./font-fallback";
import type { MeasureText } from "./measure-text";

type Font = Parameters<MeasureText>[1];

/** Unicode's line breaking (UAX 14), which includes the Japanese rules (kinsoku). */
const rules = new Rules();
/** Scripts without spaces between words; the runtime has dictionaries for them. */
const unspaced = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const words = new Intl.Segmenter("th", { granularity: "word" });
/** Korean breaks at its spaces. */
const hangul = /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3]/;
/** Characters that never begin a line, not even within a divided word. */
const notFirst =
  /^[\p{M}\p{Cf}\p{Pe}\p{Pf}\p{Po}ๆໆៗ々ーぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ〜～]/u;

/** Splits a paragraph where a line may end; each part includes the spaces after it. */
function partsOf(paragraph: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const { position } of rules.breaks(paragraph)) {
    const next = paragraph[position] ?? "";
    if (hangul.test(paragraph[position - 1] ?? "") && hangul.test(next)) continue;
    const part = paragraph.slice(from, position);
    from = position;
    for (const word of unspaced.test(part) ? unspacedWords(part) : [part]) parts.push(word);
  }
  return parts;
}

function unspacedWords(text: string): string[] {
  const found: string[] = [];
  for (const { segment } of words.segment(text)) {
    const last = found.length - 1;
    const opens = /^[\p{Ps}\p{Pi}]+$/u.test(found[last] ?? "");
    if (last >= 0 && (opens || /^\s/.test(segment) || notFirst.test(segment))) {
      found[last] += segment;
    } else found.push(segment);
  }
  return found;
}

const lineEnds = /\r\n|[\n\r\u2028\u2029]/u;
/** Replaces spaces that forbid a break by U+00A0, and all other spaces by a single ordinary one. */
const evenSpaces = (text: string) =>
  text.replace(/[\u2007\u202f]/g, "\u00a0").replace(/[^\S\u00a0\u3000]+/g, " ");

/** Removes undrawn characters from the end of a line, where a soft hyphen becomes visible. */
const lineEnd = (line: string) => line.trimEnd().replace(/\u00ad$/, "-");

/**
 * Breaks a text into lines of at most `width` px: at the author's line breaks, and where the rules
 * of its script allow a break. A word longer than a line is divided between letters.
 */
export function breakLines(
  text: string,
  width: number,
  font: Font,
  size: number,
  measure: MeasureText,
): string[] {
  const fits = (line: string) => measure(lineEnd(line), font, size) <= width;
  const lines: string[] = [];
  // One code point for a letter and its accent: fonts contain the composed letter.
  for (const paragraph of text.normalize("NFC").split(lineEnds)) {
    let line = "";
    for (const part of knownParts(paragraph)) {
      if (fits(line + part)) {
        line += part;
        continue;
      }
      if (line !== "") lines.push(lineEnd(line));
      const pieces = fits(part) ? [part] : divideWord(part, fits);
      line = pieces.pop() ?? "";
      for (const piece of pieces) lines.push(piece);
    }
    lines.push(line.trimEnd());
  }
  return lines;
}

const known = new Map<string, string[]>();

/** Cached: a bubble is laid out at many widths. */
function knownParts(paragraph: string): string[] {
  let parts = known.get(paragraph);
  if (!parts) {
    parts = partsOf(evenSpaces(paragraph).trim());
    if (known.size > 500) known.clear();
    known.set(paragraph, parts);
  }
  return parts;
}

/** Splits a text into parts that should not be divided further. */
export const unbreakableParts = (text: string): string[] =>
  text.normalize("NFC").split(lineEnds).flatMap(knownParts).map(lineEnd).filter(Boolean);

/** How many punctuation marks may hang over the end of a line rather than start the next. */
const maxHanging = 2;
/** Letters of scripts that mark a divided word with a hyphen. */
const hyphenated = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}]/u;

/** Splits a word into pieces of as many letters as fit into a line, at least one each. */
function divideWord(word: string, fits: (line: string) => boolean): string[] {
  const pieces: string[] = [];
  const letters = lettersOf(word);
  let piece = "";
  let hanging = 0;
  for (const [index, letter] of letters.entries()) {
    const isWord = hyphenated.test(letter) && hyphenated.test(letters[index + 1] ?? "");
    const hyphen = isWord ? "-" : "";
    if (piece !== "" && !fits(piece + letter + hyphen)) {
      hanging = notFirst.test(letter) ? hanging + 1 : maxHanging + 1;
      if (hanging > maxHanging) {
        const isDivided = hyphenated.test(letters[index - 1] ?? "") && hyphenated.test(letter);
        pieces.push(isDivided ? `${piece}-` : piece);
        piece = "";
        hanging = 0;
      }
    }
    piece += letter;
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
  // Balancing lines never divides a word.
  const whole = unbreakableParts(text).map((part) => measure(part, font, size));
  let low = maxOf(
    whole.filter((part) => part <= width),
    width * 0.5,
  );
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
