"use client";
import Link from "next/link";
import { useCallback, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { CoverGrid } from "@/components/ui/cover-card";
import { Notice } from "@/components/ui/notice";
import { Spinner } from "@/components/ui/spinner";
import { ApiError } from "@/lib/platform/http/api-error";
import { api } from "@/lib/platform/http/fetch";
import type { StoryCard, StoryPage } from "@/lib/stories/schema";
import { StoryCover } from "./story-cover";

interface MoreStoriesProps {
  tag?: string;
  /** Continues after the cards that came with the page; null at the end. */
  cursor: string | null;
  /** The next page as a plain link, for people and crawlers without JavaScript. */
  nextHref: string | null;
}

/** The feed beyond its first page: the next cards come before the reader reaches the bottom. */
export function MoreStories({ tag, cursor: first, nextHref }: MoreStoriesProps) {
  const [stories, setStories] = useState<StoryCard[]>([]);
  const [cursor, setCursor] = useState(first);
  const [failure, setFailure] = useState<string | null>(null);
  const [loading, setLoading] = useState(false);
  const end = useRef<HTMLDivElement>(null);

  const load = useCallback(async () => {
    if (!cursor) return;
    setLoading(true);
    setFailure(null);
    try {
      const reply = (await api("/stories", { query: { cursor, tag, limit: 12 } })) as {
        data: StoryPage;
      };
      setStories((before) => {
        const known = new Set(before.map((story) => story._id));
        return [...before, ...reply.data.stories.filter((story) => !known.has(story._id))];
      });
      setCursor(reply.data.pagination.nextCursor);
    } catch (error) {
      setFailure(
        error instanceof ApiError && error.status === 429
          ? "Too many requests. Please wait a moment and try again."
          : "Failed to load stories",
      );
    } finally {
      setLoading(false);
    }
  }, [cursor, tag]);

  useEffect(() => {
    const target = end.current;
    if (!target || !cursor || loading || failure) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && void load(),
      { rootMargin: "1000px" },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [cursor, failure, load, loading]);

  return (
    <>
      {stories.length > 0 && (
        <CoverGrid className="mt-(--gutter)">
          {stories.map((story) => (
            <StoryCover key={story._id} story={story} />
          ))}
        </CoverGrid>
      )}
      <div ref={end} className="mt-8 flex justify-center">
        {loading && <Spinner label="Loading more stories..." />}
        {failure && (
          <Notice
            tone="error"
            action={
              <Button size="sm" onClick={() => void load()}>
                Try Again
              </Button>
            }
          >
            {failure}
          </Notice>
        )}
        {nextHref && (
          <noscript>
            <Link href={nextHref}>Next page</Link>
          </noscript>
        )}
      </div>
    </>
  );
}
