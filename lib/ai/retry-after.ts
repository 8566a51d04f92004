import { maxOf, minOf } from "@/lib/platform/min-max";

/** Cap in seconds; after a longer wait the author would have seen an error already. */
const maxSeconds = 300;

/** Parses `6m0s`, `1.5s`, `20ms` or a bare number of seconds. @returns seconds */
function durationOf(text: string): number | undefined {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
  const units = { d: 86_400, h: 3_600, m: 60, s: 1, ms: 0.001 };
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|[dhms])/g)];
  if (parts.length === 0 || parts.map(([part]) => part).join("") !== text) return undefined;
  return parts.reduce(
    (sum, [, count, unit]) => sum + Number(count) * units[unit as keyof typeof units],
    0,
  );
}

/**
 * Takes a duration, a date, or a Unix time in seconds or milliseconds.
 * @returns seconds from now
 */
function waitOf(text: string | null, now: number): number | undefined {
  if (!text) return undefined;
  const duration = durationOf(text.trim());
  if (duration === undefined) {
    const moment = Date.parse(text);
    return Number.isNaN(moment) ? undefined : (moment - now) / 1_000;
  }
  if (duration > 1e11) return (duration - now) / 1_000;
  return duration > 1e9 ? duration - now / 1_000 : duration;
}

/**
 * How long a server asks clients to wait, in whole seconds: from `Retry-After`, else from the
 * headers that tell when request or token quotas reset. Undefined if no header says.
 */
export function retryAfterOf(headers: Headers | undefined, now = Date.now()): number | undefined {
  if (!headers) return undefined;
  const milliseconds = Number(headers.get("retry-after-ms") ?? Number.NaN);
  const explicit = Number.isFinite(milliseconds)
    ? milliseconds / 1_000
    : waitOf(headers.get("retry-after"), now);
  const wait = explicit ?? resetOf(headers, now);
  if (wait === undefined || !Number.isFinite(wait)) return undefined;
  return Math.min(maxSeconds, Math.max(1, Math.ceil(wait)));
}

/** The reset of an exhausted quota; if none is marked as exhausted, the earliest reset. */
function resetOf(headers: Headers, now: number): number | undefined {
  const resets = ["-requests", "-tokens", ""].flatMap((of) => {
    const wait = waitOf(headers.get(`x-ratelimit-reset${of}`), now);
    return wait === undefined
      ? []
      : [{ wait, isUsedUp: headers.get(`x-ratelimit-remaining${of}`) === "0" }];
  });
  const usedUp = resets.filter(({ isUsedUp }) => isUsedUp).map(({ wait }) => wait);
  if (usedUp.length > 0) return maxOf(usedUp);
  return resets.length > 0 ? minOf(resets.map(({ wait }) => wait)) : undefined;
}
