/**
 * Makes text safe for a database column and a page: well-formed Unicode, no control characters,
 * white space folded into single spaces.
 */
export function normalizeText(text: string): string {
  return (
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes control characters
      .replace(/[\u0000-\u001f\u007f\u2028\u2029\ufeff]+/g, " ")
      .replace(/\s+/gu, " ")
      .trim()
  );
}

/**
 * At most `limit` UTF-16 units of `text`, cut at a word boundary if one is near, with an ellipsis.
 * Never splits a surrogate pair.
 */
export function truncateText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const room = text
    .slice(0, limit - 1)
    .toWellFormed()
    .replace(/\ufffd$/u, "");
  const boundary = room.search(/[\s\p{P}]+[^\s\p{P}]*$/u);
  const head = boundary > limit * 0.6 ? room.slice(0, boundary) : room;
  return `${head.replace(/[\s,;:.\-–—…]+$/u, "")}…`;
}
