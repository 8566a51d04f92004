import { Page } from "@/components/shell/page";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Notice } from "@/components/ui/notice";
import { Illustration } from "@/components/ui/pictures/illustration";
import { feedHref, type SearchFilters, searchHref } from "@/lib/stories/feed/urls";
import type { StoryPage, TagCount } from "@/lib/stories/schema";
import { maxResults } from "@/lib/stories/search/plan";
import { CoverList } from "../covers/cover-list";
import { FeedToolbar, ListOrders } from "../feed-toolbar";
import { TagChips } from "../tag-chips";
import { SearchMatches } from "./search-matches";

interface SearchViewProps {
  view: SearchFilters & { q: string };
  /** Cursor at which this page begins. */
  after: string | undefined;
  /** Null if the search failed. */
  found: StoryPage | null;
  isRateLimited: boolean;
  tags: TagCount[];
}

/** The results of a search, or a later page of the feed. */
export function SearchView({ view, after, found, isRateLimited, tags }: SearchViewProps) {
  const { q, tag, made, sort } = view;
  return (
    <Page width="wide">
      <h1 className="display mb-6 text-3xl wrap-anywhere">{headingOf(view, after)}</h1>
      <FeedToolbar view={view}>
        <ListOrders view={view} />
      </FeedToolbar>
      {isRateLimited && (
        <Notice
          tone="error"
          action={
            <ButtonLink href={searchHref(view, after)} size="sm">
              Try Again
            </ButtonLink>
          }
        >
          Too many requests. Please wait a moment and try again.
        </Notice>
      )}
      {!q && !after && (
        <>
          <p className="mb-4 max-w-measure text-lg text-ink-soft">
            Search by title, description, tag or author. The beginning of a word is enough.
          </p>
          <div className="mb-6">
            <TagChips
              tags={tags}
              view={{ tag, made, sort: sort === "popular" ? sort : "new" }}
              limit={30}
            />
          </div>
        </>
      )}
      {found && (
        <>
          {found.search && <SearchMatches view={view} search={found.search} />}
          {/* Without search words the page lists all stories, so it announces no number of results. */}
          <p role="status" className={q ? "mb-6 text-ink-soft" : "sr-only"}>
            {q && !after ? countOf(found) : ""}
          </p>
          {found.stories.length > 0 && (
            <h2 className="sr-only">{q ? "Stories found" : "Stories"}</h2>
          )}
          {found.stories.length > 0 ? (
            <CoverList
              stories={found.stories}
              view={view}
              list={{ ...view, cursor: after }}
              readAt={Date.now()}
              search={found.search}
              cursor={found.pagination.nextCursor}
              next={
                found.pagination.nextCursor ? searchHref(view, found.pagination.nextCursor) : null
              }
            />
          ) : (
            <EmptyState
              picture={<Illustration name="sleeping-cat" />}
              title="No stories found"
              action={
                <ButtonLink href={feedHref({ tag, made })} prefetch={false} variant="primary">
                  See all stories
                </ButtonLink>
              }
            >
              {nothingOf(view, after, found)}
            </EmptyState>
          )}
        </>
      )}
    </Page>
  );
}

function headingOf({ q, tag, made }: SearchViewProps["view"], after: string | undefined): string {
  if (q) return `Stories ${made ? "without AI " : ""}with “${q}”`;
  if (after) return `More stories${made ? " without AI" : ""}${tag ? ` tagged ${tag}` : ""}`;
  return "Search stories";
}

function nothingOf(
  { q, made }: SearchViewProps["view"],
  after: string | undefined,
  { search }: StoryPage,
): string {
  if (!q) return after ? "There are no more stories." : "There are no stories here yet.";
  const nothing = made ? "No stories without AI" : "No stories";
  return search?.isWhole === false
    ? `None of the newest stories match “${q}”. Try a less common word.`
    : `${nothing} match “${q}”. Try fewer or different words.`;
}

function countOf({ pagination: { total }, search }: StoryPage): string {
  const newest =
    total > 0 && search?.isWhole === false
      ? " among the newest; try a less common word for older ones"
      : "";
  if (total === 1) return `1 story${newest}`;
  return total < maxResults ? `${total} stories${newest}` : `${maxResults} stories and more`;
}
