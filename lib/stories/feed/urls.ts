import type { FeedSort, SearchSort } from "./cursor";

/**
 * The highest page number of a list. A page costs as much as all rows before it, so later ones are
 * reached by cursor.
 */
export const maxPageNumber = 50;

/** The page number in an address; null if it is none, or above the maximum. */
export const pageNumberIn = (text: string, max = maxPageNumber): number | null =>
  /^[1-9]\d{0,3}$/.test(text) && Number(text) <= max ? Number(text) : null;

/** Filters and order of a list of stories. */
export interface FeedView {
  tag?: string | undefined;
  /** `by-hand`: only stories that their authors declared as made by hand. */
  made?: "by-hand" | undefined;
  sort?: FeedSort;
}

/** Parameters of a search, or, without words, of a later page of a list. */
export interface SearchFilters {
  q?: string | undefined;
  tag?: string | undefined;
  made?: FeedView["made"];
  sort?: SearchSort | undefined;
}

/** The default orders of a search and of the feed. */
export const defaultSort = (q: string | undefined): SearchSort => (q ? "best" : "new");

const withQuery = (path: string, query: Record<string, string | undefined>) => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value) search.set(name, value);
  return search.size > 0 ? `${path}?${search}` : path;
};

/**
 * The address of a page of the feed, of one tag or all; next.config.ts rewrites it to its own page.
 */
export const feedHref = ({ tag, made, sort = "new" }: FeedView = {}, page = 1): string =>
  withQuery(tag ? `/tag/${encodeURIComponent(tag)}` : "/", {
    made,
    sort: sort === "new" ? undefined : sort,
    page: page > 1 ? String(page) : undefined,
  });

/** The address of a search, or, without words, of a later page of a list. */
export const searchHref = ({ q, tag, made, sort }: SearchFilters, after?: string): string =>
  withQuery("/search", { q, tag, made, sort: sort === defaultSort(q) ? undefined : sort, after });

/** The address of a page of a profile. */
export const profileHref = (username: string, page = 1): string =>
  withQuery(`/user/${username}`, { page: page > 1 ? String(page) : undefined });
