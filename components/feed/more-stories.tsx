"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { CoverGrid } from "@/components/ui/cover-card";
import { Notice } from "@/components/ui/notice";
import { Spinner } from "@/components/ui/spinner";
import { ApiError } from "@/lib/platform/http/api-error";
import type { FeedView } from "@/lib/stories/feed-address";
import { moreStoriesOptions } from "@/lib/stories/feed-client";
import type { StoryCard } from "@/lib/stories/schema";
import { StoryCover } from "./story-cover";

interface MoreStoriesProps {
  view: FeedView & { q?: string };
  /** Continues after the cards that came with the page; null at the end. */
  cursor: string | null;
}

/** The list moves on while it is read: no story stands there twice. */
const unique = (stories: StoryCard[]) => [
  ...new Map(stories.map((story) => [story._id, story])).values(),
];

/** A list beyond its first page: the next cards come before the reader reaches the bottom. */
export function MoreStories({ view, cursor }: MoreStoriesProps) {
  const { data, error, isFetching, hasNextPage, fetchNextPage } = useInfiniteQuery(
    moreStoriesOptions(view, cursor),
  );
  const stories = unique(data?.pages.flatMap((page) => page.stories) ?? []);
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
      {stories.length > 0 && (
        <CoverGrid className="mt-6">
          {stories.map((story) => (
            <StoryCover key={story._id} story={story} />
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
