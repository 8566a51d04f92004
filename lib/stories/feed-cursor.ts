/** Where a list goes on: the order's value of the last card and its id, as an opaque text. */
export interface FeedCursor {
  key: string;
  id: string;
}

const idShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const keyShapes = {
  new: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  popular: /^-?\d+(\.\d+)?(e[+-]?\d+)?$/,
} as const;
export type FeedSort = keyof typeof keyShapes;

const toBase64Url = (text: string) =>
  btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const fromBase64Url = (text: string) => atob(text.replaceAll("-", "+").replaceAll("_", "/"));

export const writeCursor = (sort: FeedSort, { key, id }: FeedCursor): string =>
  toBase64Url(`${sort}|${key}|${id}`);

/** Null for anything that `writeCursor` did not write for the same order. */
export function readCursor(sort: FeedSort, text: string): FeedCursor | null {
  let parts: string[];
  try {
    parts = fromBase64Url(text).split("|");
  } catch {
    return null;
  }
  const [order, key, id] = parts;
  if (parts.length !== 3 || order !== sort || !key || !id) return null;
  return keyShapes[sort].test(key) && idShape.test(id) ? { key, id } : null;
}
