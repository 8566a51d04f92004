const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * The beginning of a text on one line, cut between words where possible, never within a grapheme.
 */
export function excerpt(text: string, limit: number): string {
  const line = text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, " ").trim();
  if (line.length <= limit) return line;
  let cut = "";
  for (const { segment } of segmenter.segment(line)) {
    if (cut.length + segment.length > limit - 1) break;
    cut += segment;
  }
  const word = cut.lastIndexOf(" ");
  return `${(word > limit / 2 ? cut.slice(0, word) : cut).trimEnd()}…`;
}
