"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { CoverGrid } from "@/components/ui/pictures/cover-grid";
import { Spinner } from "@/components/ui/spinner";
import { ApiError } from "@/lib/platform/http/api-error";
import { moreStoriesOptions } from "@/lib/stories/feed/client";
import type { SearchFilters } from "@/lib/stories/feed/urls";
import type { Search, StoryCard } from "@/lib/stories/schema";
import { StoryCover } from "./covers/story-cover";

interface MoreStoriesProps {
  view: SearchFilters;
  /** Cursor after the cards in the page; null at the end. */
  cursor: string | null;
}

/** The list shifts while it is read: drop duplicates. */
const unique = (covers: { story: StoryCard; search: Search | undefined }[]) => [
  ...new Map(covers.map((cover) => [cover.story._id, cover])).values(),
];

/** Further pages of a list, loaded before the reader reaches the bottom. */
export function MoreStories({ view, cursor }: MoreStoriesProps) {
  const { data, hasNextPage, fetchNextPage, isRefetching, isRefetchError, ...query } =
    useInfiniteQuery(moreStoriesOptions(view, cursor));
  // Likes are refreshed silently.
  const isFetching = query.isFetching && !isRefetching;
  const error = isRefetchError ? null : query.error;
  const covers = unique(
    data?.pages.flatMap(({ stories, search }) => stories.map((story) => ({ story, search }))) ?? [],
  );
  const hasMore = data ? hasNextPage : cursor !== null;
  const end = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const target = end.current;
    if (!target || !hasMore || isFetching || error) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && void fetchNextPage(),
      { rootMargin: "1000px" },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [hasMore, isFetching, error, fetchNextPage]);

  return (
    <>
      {covers.length > 0 && (
        <CoverGrid className="mt-6">
          {covers.map(({ story, search }) => (
            <StoryCover key={story._id} story={story} search={search} />
          ))}
        </CoverGrid>
      )}
      <div ref={end} className="flex justify-center">
        {isFetching && <Spinner label="Loading more stories..." className="mt-8" />}
        {error && !isFetching && (
          <Notice
            tone="error"
            className="mt-8"
            action={
              <Button size="sm" onClick={() => void fetchNextPage()}>
                Try Again
              </Button>
            }
          >
            {error instanceof ApiError && error.status === 429
              ? "Too many requests. Please wait a moment and try again."
              : "Failed to load stories"}
          </Notice>
        )}
      </div>
    </>
  );
}
