/** Keys that stand in a path: of events, of receipts of reports. */
export const secretInPath = /(\/(?:e|report)\/)[^\s/?]+/g;

/** An address or a path without its query, which may hold a token, and without keys in it. */
export const redactUrl = (address: string): string =>
  address.replace(/\?\S*/g, "").replace(secretInPath, "$1…");

const isAddress = (value: unknown): value is string =>
  typeof value === "string" && /^(\/|https?:|[A-Z]+ \/|[A-Z]+ https?:)/.test(value);

/** The same for whatever is one of a span's attributes; a query that stands alone is left out. */
export const redactAttributes = <V>(attributes: Record<string, V>): Record<string, V> =>
  Object.fromEntries(
    Object.entries(attributes)
      .filter(([name]) => name !== "url.query")
      .map(([name, value]) => [name, isAddress(value) ? (redactUrl(value) as V) : value]),
  );
