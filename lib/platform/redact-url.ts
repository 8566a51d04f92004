/** Keys in paths: of events and of receipts of reports. */
export const secretInPath = /(\/(?:e|report)\/)[^\s/?]+/g;

/** A URL or path without its query, which may contain a token, and without keys in its path. */
export const redactUrl = (address: string): string =>
  address.replace(/\?\S*/g, "").replace(secretInPath, "$1…");

const isAddress = (value: unknown): value is string =>
  typeof value === "string" && /^(\/|https?:|[A-Z]+ \/|[A-Z]+ https?:)/.test(value);

/** Redacts the URLs among a span's attributes and drops `url.query`. */
export const redactAttributes = <V>(attributes: Record<string, V>): Record<string, V> =>
  Object.fromEntries(
    Object.entries(attributes)
      .filter(([name]) => name !== "url.query")
      .map(([name, value]) => [name, isAddress(value) ? (redactUrl(value) as V) : value]),
  );
