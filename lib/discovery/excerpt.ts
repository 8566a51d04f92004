const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The text without line breaks and control characters. */
export const oneLine = (text: string): string =>
  text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, " ").trim();

/** The longest beginning of a text that passes a test, in whole graphemes. */
export function longestBeginning(text: string, fits: (beginning: string) => boolean): string {
  let fitting = "";
  for (const { segment } of segmenter.segment(text)) {
    if (!fits(fitting + segment)) break;
    fitting += segment;
  }
  return fitting;
}

/**
 * The beginning of a text on one line, cut between words where possible, never within a grapheme.
 */
export function excerpt(text: string, limit: number): string {
  const line = oneLine(text);
  if (line.length <= limit) return line;
  const cut = longestBeginning(line, (beginning) => beginning.length < limit);
  const word = cut.lastIndexOf(" ");
  return `${(word > limit / 2 ? cut.slice(0, word) : cut).trimEnd()}…`;
}
