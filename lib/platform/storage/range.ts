/** From `start` to `end` inclusive, or the `last` bytes. */
export type ByteRange = { start: number; end?: number } | { last: number };

/**
 * Inclusive bounds of a range in an object of `size` bytes; null if the range lies beyond its end.
 */
export function resolveRange(
  range: ByteRange | undefined,
  size: number,
): { start: number; end: number } | null {
  if (!range) return { start: 0, end: size - 1 };
  const start = "last" in range ? Math.max(0, size - range.last) : range.start;
  const end = "last" in range ? size - 1 : Math.min(range.end ?? size - 1, size - 1);
  return start > end ? null : { start, end };
}

/**
 * Parses `bytes=2-4`, `bytes=2-` or `bytes=-3`; null for anything else, including several ranges.
 */
export function parseRange(header: string | null): ByteRange | null {
  const [, start = "", end = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (start !== "") return { start: Number(start), ...(end && { end: Number(end) }) };
  return end === "" ? null : { last: Number(end) };
}

/** The Range header for a range. */
export const rangeHeader = (range: ByteRange): string =>
  "last" in range ? `bytes=-${range.last}` : `bytes=${range.start}-${range.end ?? ""}`;
