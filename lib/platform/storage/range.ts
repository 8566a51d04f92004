import type { ByteRange } from "./storage";

/** Where a range lies in so many bytes, inclusive; null where they end before it begins. */
export function resolveRange(
  range: ByteRange | undefined,
  size: number,
): { start: number; end: number } | null {
  if (!range) return { start: 0, end: size - 1 };
  const start = "last" in range ? Math.max(0, size - range.last) : range.start;
  const end = "last" in range ? size - 1 : Math.min(range.end ?? size - 1, size - 1);
  return start > end ? null : { start, end };
}

/** `bytes=2-4`, `bytes=2-` or `bytes=-3`; null for anything else, also several ranges. */
export function parseRange(header: string | null): ByteRange | null {
  const [, start = "", end = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (start !== "") return { start: Number(start), ...(end && { end: Number(end) }) };
  return end === "" ? null : { last: Number(end) };
}

/** The same as a header. */
export const rangeHeader = (range: ByteRange): string =>
  "last" in range ? `bytes=-${range.last}` : `bytes=${range.start}-${range.end ?? ""}`;
