import Link from "next/link";
import { ReadMarks } from "@/components/reading-progress/read-marks";
import { CoverGrid } from "@/components/ui/pictures/cover-grid";
import type { ListAddress } from "@/lib/stories/feed/client";
import { maxPageNumber, type SearchFilters } from "@/lib/stories/feed/urls";
import type { Search, StoryCard } from "@/lib/stories/schema";
import { MoreStories } from "../more-stories";
import { LiveLikes } from "./live-likes";
import { StoryCover } from "./story-cover";

interface CoverListProps {
  stories: StoryCard[];
  view: SearchFilters;
  /** One page of covers, with the time when the server read it. */
  list: ListAddress;
  readAt: number;
  /** The search, to highlight its words. */
  search?: Search | undefined;
  /** Cursor after these covers; null at the end. */
  cursor: string | null;
  /** Links to the neighbouring pages. */
  previous?: string | null;
  next: string | null;
  /** Position among the numbered pages. */
  pageLabel?: string | null;
  /** Whether other covers come before these, which then load only when they are near. */
  isLow?: boolean;
}

/**
 * Covers with infinite scrolling. Crawlers and browsers without JavaScript follow links instead; the
 * link back is for everyone, because scrolling does not reach earlier pages.
 */
export function CoverList({
  stories,
  view,
  list,
  readAt,
  search,
  cursor,
  previous,
  next,
  pageLabel,
  isLow = false,
}: CoverListProps) {
  return (
    <>
      {previous && <PageLinks previous={previous} pageLabel={pageLabel} className="mb-6" />}
      <ReadMarks />
      <LiveLikes list={list} readAt={readAt}>
        <CoverGrid>
          {stories.map((story, index) => (
            <StoryCover key={story._id} story={story} search={search} eager={!isLow && index < 6} />
          ))}
        </CoverGrid>
      </LiveLikes>
      <MoreStories view={view} cursor={cursor} />
      {(previous || next) && (
        <PageLinks
          previous={previous}
          next={next}
          pageLabel={pageLabel}
          className="mt-8 [@media(scripting:enabled)]:hidden"
        />
      )}
    </>
  );
}

/** Links to the pages before and after one of a numbered list; nothing if it has one page. */
export function NumberedPageLinks({
  page,
  pages,
  hrefOf,
}: {
  page: number;
  pages: number;
  hrefOf: (page: number) => string;
}) {
  if (pages < 2) return null;
  return (
    <PageLinks
      previous={page > 1 ? hrefOf(page - 1) : null}
      next={page < Math.min(pages, maxPageNumber) ? hrefOf(page + 1) : null}
      pageLabel={`Page ${page} of ${pages}`}
      className="mt-8"
    />
  );
}

export function PageLinks({
  previous,
  next,
  pageLabel,
  className,
}: Pick<CoverListProps, "previous" | "pageLabel"> & { next?: string | null; className: string }) {
  return (
    <nav
      aria-label="Pages"
      className={`flex flex-wrap items-center justify-center gap-4 print:hidden ${className}`}
    >
      {previous && (
        <Link href={previous} prefetch={false} rel="prev" className="btn">
          Previous page
        </Link>
      )}
      {pageLabel && <span className="text-ink-soft">{pageLabel}</span>}
      {next && (
        <Link href={next} prefetch={false} rel="next" className="btn">
          Next page
        </Link>
      )}
    </nav>
  );
}
