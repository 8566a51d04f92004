import "server-only";
import { displayName } from "@/lib/accounts/display-name";
import { brand } from "@/lib/platform/brand";
import { maxPageNumber } from "@/lib/stories/feed/urls";
import type { TagCount } from "@/lib/stories/schema";
import {
  type ListQuery,
  listPath,
  type OpdsFormat,
  rootPath,
  type ShelfName,
  shelfPath,
  tagsPath,
} from "./urls";
import type { Work } from "./work-queries";

/** A document of the catalogue before serialisation: paths without an origin. */
export interface Catalogue {
  title: string;
  self: string;
  /** The same document in the other format. */
  alternate: string;
  /** Link to the parent list. */
  up: string | null;
  navigation: NavigationLink[] | null;
  works: Work[] | null;
  facets: { title: string; links: { title: string; path: string; isChosen: boolean }[] } | null;
  pages: { next: string | null; previous: string | null; first: string } | null;
  /**
   * Counts where they are known: of all entries, entries on a page, and the number of this page.
   */
  numbers: { total?: number; perPage: number; page: number } | null;
}

interface NavigationLink {
  title: string;
  text: string;
  path: string;
  rel: string;
  leadsTo: "navigation" | "acquisition";
  count?: number;
}

/** Entries on a page of the catalogue; e-readers have little memory. */
export const perPage = 24;

const other = (format: OpdsFormat): OpdsFormat => (format === "2.0" ? "1.2" : "2.0");
const emptyCatalogue = {
  works: null,
  navigation: null,
  facets: null,
  pages: null,
  numbers: null,
  up: null,
};

/** The URL of a page, and the URLs of the pages before and after it. */
const pagesOf = (at: (page: number) => string, page: number, hasMore: boolean) => ({
  self: at(page),
  pages: {
    next: hasMore ? at(page + 1) : null,
    previous: page > 1 ? at(page - 1) : null,
    first: at(1),
  },
});

const shelfTexts: Record<ShelfName, { title: string; text: string; rel: string }> = {
  continue: {
    title: "Continue reading",
    text: "Stories you have started, on any device.",
    rel: "subsection",
  },
  liked: {
    title: "Liked stories",
    text: "The stories you like.",
    rel: "http://opds-spec.org/shelf",
  },
  mine: {
    title: "Your stories",
    text: "Stories you have made, including drafts.",
    rel: "subsection",
  },
};

/** The start document: public lists, and personal ones after a sign-in. */
export const rootCatalogue = (format: OpdsFormat): Catalogue => ({
  ...emptyCatalogue,
  title: brand.name,
  self: rootPath(format),
  alternate: rootPath(other(format)),
  navigation: [
    {
      title: "New",
      text: "The latest stories.",
      path: listPath(format),
      rel: "http://opds-spec.org/sort/new",
      leadsTo: "acquisition",
    },
    {
      title: "Popular",
      text: "The stories that readers like most.",
      path: listPath(format, { sort: "popular" }),
      rel: "http://opds-spec.org/sort/popular",
      leadsTo: "acquisition",
    },
    {
      title: "Tags",
      text: "Stories by tag.",
      path: tagsPath(format),
      rel: "subsection",
      leadsTo: "navigation",
    },
    ...(["continue", "liked", "mine"] as const).map((shelf) => ({
      ...shelfTexts[shelf],
      path: shelfPath(format, shelf),
      leadsTo: "acquisition" as const,
    })),
  ],
});

export const tagsCatalogue = (
  format: OpdsFormat,
  tags: readonly TagCount[],
  page: number,
): Catalogue => ({
  ...emptyCatalogue,
  title: `Tags on ${brand.name}`,
  ...pagesOf((number) => tagsPath(format, number), page, tags.length > page * perPage),
  alternate: tagsPath(other(format), page),
  up: rootPath(format),
  numbers: { total: tags.length, perPage, page },
  navigation: tags.slice((page - 1) * perPage, page * perPage).map(({ tag, count }) => ({
    title: tag,
    text: count === 1 ? "1 story" : `${count} stories`,
    path: listPath(format, { tag }),
    rel: "subsection",
    leadsTo: "acquisition",
    count,
  })),
});

/** Result of a list's query. */
export interface ListResult {
  works: Work[];
  total: number;
  nextCursor: string | null;
  /** The author, for the list of one person. */
  author: { username: string; firstName: string; lastName: string } | null;
}

function titleOf({ query, tag, sort }: ListQuery, author: ListResult["author"]): string {
  const whose = author ? ` by ${displayName(author)}` : "";
  if (query) return `“${query}” on ${brand.name}`;
  if (tag) return `Stories tagged ${tag}${whose}`;
  if (author) return `Comics${whose}`;
  return `${sort === "popular" ? "Popular" : "New"} on ${brand.name}`;
}

/** Pages have numbers up to the limit, and continue by cursor from there. */
export function listCatalogue(format: OpdsFormat, list: ListQuery, found: ListResult): Catalogue {
  const { page = 1, cursor, ...what } = list;
  const { works, total, nextCursor, author } = found;
  const at = (place: Pick<ListQuery, "page" | "cursor">, as = format) =>
    listPath(as, { ...what, ...place });
  const next = () => {
    if (nextCursor === null) return null;
    return cursor || page >= maxPageNumber
      ? at({ cursor: nextCursor, page: page + 1 })
      : at({ page: page + 1 });
  };
  const sorts = [
    ["new", "New"],
    ["popular", "Popular"],
  ] as const;
  return {
    ...emptyCatalogue,
    title: titleOf(list, author),
    self: at({ page, cursor }),
    alternate: at({ page, cursor }, other(format)),
    up: rootPath(format),
    works,
    facets: {
      title: "Order",
      links: sorts.map(([sort, title]) => ({
        title,
        path: listPath(format, { ...what, sort: sort === "new" && !what.query ? undefined : sort }),
        isChosen: what.query ? what.sort === sort : (what.sort ?? "new") === sort,
      })),
    },
    pages: {
      next: next(),
      previous: cursor || page === 1 ? null : at({ page: page - 1 }),
      first: at({}),
    },
    numbers: { total, perPage, page },
  };
}

/** A list of the signed-in viewer. */
export const shelfCatalogue = (
  format: OpdsFormat,
  shelf: ShelfName,
  { page, works, hasMore }: { page: number; works: Work[]; hasMore: boolean },
): Catalogue => ({
  ...emptyCatalogue,
  title: shelfTexts[shelf].title,
  ...pagesOf((number) => shelfPath(format, shelf, number), page, hasMore),
  alternate: shelfPath(other(format), shelf, page),
  up: rootPath(format),
  works,
  numbers: { perPage, page },
});
