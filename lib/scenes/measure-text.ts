import { faceOf, isMark, type LetteringFont, steppingWeight } from "./letter-faces";
import { widthIn } from "./letter-widths";

/** Width of one line in px. Kerning and ligatures are left out: the renderers turn them off. */
export type MeasureText = (text: string, font: LetteringFont, size: number) => number;

const emojiWidth = 1.27;
const isWide =
  /^[\u1100-\u115f\u2190-\u21ff\u2460-\u27ff\u2b00-\u2bff\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;
const regionalIndicator = /^[\u{1f1e6}-\u{1f1ff}]/u;
const skinTone = /^[\u{1f3fb}-\u{1f3ff}]/u;
const zeroWidthJoiner = "\u200d";

/** What asks for the emoji of a letter that is text by itself. */
const asksForEmoji = (code: number) => code === 0xfe0f || code === 0x20e3;
/** An Arabic letter reaches over to these, whatever marks stand between. */
const joins = /^\p{M}*[\u0622-\u064a\u066e-\u06d3]/u;

/** Width of a letter in ems where the bubble's own font has none. */
function foreignWidth(letter: string, before: string, after: string, font: LetteringFont) {
  if (isMark.test(letter)) return 0;
  const face = faceOf(letter, font);
  const codePoint = letter.codePointAt(0) ?? 0;
  switch (face) {
    case "Noto Emoji":
      // Two indicators are one flag; a tone and what is joined add nothing to their emoji.
      if (regionalIndicator.test(letter)) return emojiWidth / 2;
      return before === zeroWidthJoiner || (skinTone.test(letter) && before !== "")
        ? 0
        : emojiWidth;
    case "Jua":
      return 0.85;
    case "Mochiy Pop One":
    case null:
      return isWide.test(letter) ? 1 : 0.62;
    default: {
      const isJoined = face === "Playpen Sans Arabic" && joins.test(after);
      const width = widthIn(face, isJoined ? "joined" : steppingWeight(font), codePoint);
      return Number.isNaN(width) ? 0.62 : width;
    }
  }
}

/** The built-in measure: the same answer everywhere, without a font or a canvas. */
export const measureText: MeasureText = (text, font, size) => {
  let ems = 0;
  let before = "";
  let read = 0;
  for (const letter of text) {
    read += letter.length;
    const width = widthIn(font.family, font.weight, letter.codePointAt(0) ?? 0);
    if (asksForEmoji(text.charCodeAt(read)) && !isMark.test(letter)) {
      ems += before === zeroWidthJoiner ? 0 : emojiWidth;
    } else if (Number.isNaN(width)) {
      ems += foreignWidth(letter, before, text.slice(read, read + 8), font);
    } else {
      ems += width;
    }
    before = letter;
  }
  return ems * size;
};
