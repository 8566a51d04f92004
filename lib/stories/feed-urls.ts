import type { FeedSort, SearchSort } from "./feed-cursor";

/** What a list of stories is narrowed to and ordered by. */
export interface FeedView {
  tag?: string | undefined;
  /** `by-hand`: what its authors have declared to be made by hand, and nothing else. */
  made?: "by-hand" | undefined;
  sort?: FeedSort;
}

/** What a search looks for, or, without words, a list further down. */
export interface SearchFilters {
  q?: string | undefined;
  tag?: string | undefined;
  made?: FeedView["made"];
  sort?: SearchSort | undefined;
}

/** The order of a search unless another one is chosen, and that of the feed. */
export const defaultSort = (q: string | undefined): SearchSort => (q ? "best" : "new");

const withQuery = (path: string, query: Record<string, string | undefined>) => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value) search.set(name, value);
  return search.size > 0 ? `${path}?${search}` : path;
};

/** The address of a page of the feed, of one tag or all; next.config.ts leads it to its own page. */
export const feedHref = ({ tag, made, sort = "new" }: FeedView = {}, page = 1): string =>
  withQuery(tag ? `/tag/${encodeURIComponent(tag)}` : "/", {
    made,
    sort: sort === "new" ? undefined : sort,
    page: page > 1 ? String(page) : undefined,
  });

/** The address of what a search finds, or, without words, of a list further down. */
export const searchHref = ({ q, tag, made, sort }: SearchFilters, after?: string): string =>
  withQuery("/search", { q, tag, made, sort: sort === defaultSort(q) ? undefined : sort, after });

/** The address of a page of somebody's profile. */
export const profileHref = (username: string, page = 1): string =>
  withQuery(`/user/${username}`, { page: page > 1 ? String(page) : undefined });
