import Link from "next/link";
import { CoverGrid } from "@/components/ui/cover-grid";
import type { SearchFilters } from "@/lib/stories/feed-urls";
import type { Search, StoryCard } from "@/lib/stories/schema";
import { MoreStories } from "./more-stories";
import { StoryCover } from "./story-cover";

interface CoverListProps {
  stories: StoryCard[];
  view: SearchFilters;
  /** What was looked for, to be marked. */
  search?: Search | undefined;
  /** Continues after these covers; null at the end. */
  cursor: string | null;
  /** The neighbouring pages as plain links. */
  previous?: string | null;
  next: string | null;
  /** Where among the pages this one is. */
  pageLabel?: string | null;
}

/**
 * Covers that go on while somebody scrolls. Who has no JavaScript, and a crawler, goes on by links;
 * the way back is there for everybody, because it is not reached by scrolling.
 */
export function CoverList({
  stories,
  view,
  search,
  cursor,
  previous,
  next,
  pageLabel,
}: CoverListProps) {
  return (
    <>
      {previous && <PageLinks previous={previous} pageLabel={pageLabel} className="mb-6" />}
      <CoverGrid>
        {stories.map((story, index) => (
          <StoryCover key={story._id} story={story} search={search} eager={index < 6} />
        ))}
      </CoverGrid>
      <MoreStories view={view} cursor={cursor} />
      {(previous || next) && (
        <PageLinks
          previous={previous}
          next={next}
          pageLabel={pageLabel}
          className="unscripted mt-8"
        />
      )}
    </>
  );
}

export function PageLinks({
  previous,
  next,
  pageLabel,
  className,
}: Pick<CoverListProps, "previous" | "pageLabel"> & { next?: string | null; className: string }) {
  return (
    <nav aria-label="Pages" className={`page-links ${className}`}>
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
