/**
 * Every path of the catalogue, below `/opds` for OPDS 2.0 and `/opds/v1.2` for OPDS 1.2. `/opds`,
 * the URL that people type, serves both formats.
 */

export type OpdsFormat = "2.0" | "1.2";

/** A list of the catalogue, and the number of its page. */
export interface ListQuery {
  sort?: "new" | "popular" | undefined;
  tag?: string | undefined;
  author?: string | undefined;
  query?: string | undefined;
  page?: number | undefined;
  cursor?: string | undefined;
}

/** Lists of the signed-in viewer. */
export const shelves = ["liked", "mine", "continue"] as const;
export type ShelfName = (typeof shelves)[number];

const baseOf = (format: OpdsFormat) => (format === "2.0" ? "/opds" : "/opds/v1.2");

export const rootPath = (format: OpdsFormat) => `/opds/v${format}`;
const pageSearch = (page: number) => (page > 1 ? `?page=${page}` : "");
export const tagsPath = (format: OpdsFormat, page = 1) =>
  `${baseOf(format)}/tags${pageSearch(page)}`;
export const entryPath = (format: OpdsFormat, storyId: string) =>
  `${baseOf(format)}/stories/${storyId}`;
export const openSearchPath = "/opds/v1.2/search.xml";
export const authenticationPath = "/opds/authentication.json";
export const manifestPath = (storyId: string) => `/opds/stories/${storyId}/manifest.json`;
export const progressionPath = (storyId: string) => `/opds/stories/${storyId}/progression`;
export const bookPath = (storyId: string, format: string) =>
  `/opds/stories/${storyId}/books/${format}`;
export const pagePath = (storyId: string, page: number | string, width?: number | string) =>
  `/opds/stories/${storyId}/pages/${page}${width === undefined ? "" : `?width=${width}`}`;

export function listPath(format: OpdsFormat, list: ListQuery = {}): string {
  const search = new URLSearchParams();
  const { query, tag, author, sort, page, cursor } = list;
  for (const [name, value] of Object.entries({ query, tag, author, sort, cursor })) {
    if (value) search.set(name, value);
  }
  if (page && page > 1) search.set("page", String(page));
  return `${baseOf(format)}/stories${search.size > 0 ? `?${search}` : ""}`;
}

export const shelfPath = (format: OpdsFormat, shelf: ShelfName, page = 1) =>
  `${baseOf(format)}/shelf/${shelf}${pageSearch(page)}`;
