/** The cursor of a list: the sort value of the last card and its id, as an opaque text. */
export interface FeedCursor {
  key: string;
  id: string;
}

const idShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const keyShapes = {
  new: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  popular: /^-?\d+(\.\d+)?(e[+-]?\d+)?$/,
  best: /^[0-7]:\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
} as const;
/** Sort orders of search results. */
export type SearchSort = keyof typeof keyShapes;
/** Sort orders of the feed. */
export type FeedSort = Exclude<SearchSort, "best">;

const toBase64Url = (text: string) =>
  btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const fromBase64Url = (text: string) => atob(text.replaceAll("-", "+").replaceAll("_", "/"));

export const writeCursor = (sort: SearchSort, { key, id }: FeedCursor): string =>
  toBase64Url(`${sort}|${key}|${id}`);

/** A number that PostgreSQL accepts too: it refuses overflow and underflow. */
function isScore(text: string): boolean {
  const score = Number(text);
  return Number.isFinite(score) && (score !== 0 || /^-?[0.]+(e|$)/.test(text));
}

/** An existing day, and a year from 1 on: `Date` accepts 30 February and the year 0. */
function isTimestamp(time: string): boolean {
  const at = Date.parse(time);
  return !Number.isNaN(at) && new Date(at).toISOString() === time && !time.startsWith("0000");
}

function isKey(sort: SearchSort, key: string): boolean {
  if (!keyShapes[sort].test(key)) return false;
  if (sort === "popular") return isScore(key);
  const time = sort === "best" ? key.slice(2) : key;
  return isTimestamp(time);
}

/** Null for anything that `writeCursor` did not write for the same order. */
export function readCursor(sort: SearchSort, text: string): FeedCursor | null {
  let parts: string[];
  try {
    parts = fromBase64Url(text).split("|");
  } catch {
    return null;
  }
  const [order, key, id] = parts;
  if (parts.length !== 3 || order !== sort || !key || !id) return null;
  return isKey(sort, key) && idShape.test(id) ? { key, id } : null;
}
