const UNITS: Record<string, number> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};
const PART = /(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h|d|w)/gy;

/** Milliseconds of a protocol time string such as `300ms` or `2h45m`; null for an invalid one. */
export function parseTimeString(text: string): number | null {
  if (text === "") return null;
  let total = 0;
  PART.lastIndex = 0;
  while (PART.lastIndex < text.length) {
    const match = PART.exec(text);
    if (!match) return null;
    total += Number(match[1]) * (UNITS[match[2] ?? ""] ?? 0);
  }
  return Math.round(total);
}

/**
 * Milliseconds of a `Retry-After` header: whole seconds, an ISO 8601 date or an HTTP date. Null if
 * the header is missing or invalid.
 */
export function parseRetryAfter(
  header: string | undefined,
  now: number = Date.now(),
): number | null {
  if (header === undefined || header === "") return null;
  if (/^\d+$/.test(header)) return Number(header) * 1_000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
