"use client";
import { useCallback, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { CoverGrid } from "@/components/ui/cover-card";
import { Notice } from "@/components/ui/notice";
import { Spinner } from "@/components/ui/spinner";
import { ApiError } from "@/lib/platform/http/api-error";
import { api } from "@/lib/platform/http/fetch";
import type { FeedView } from "@/lib/stories/feed-address";
import type { StoryCard, StoryPage } from "@/lib/stories/schema";
import { recallStories, rememberStories } from "./feed-memory";
import { StoryCover } from "./story-cover";

interface MoreStoriesProps {
  view: FeedView & { q?: string };
  /** Continues after the cards that came with the page; null at the end. */
  cursor: string | null;
}

/** A list beyond its first page: the next cards come before the reader reaches the bottom. */
export function MoreStories({ view: { q, tag, sort }, cursor: first }: MoreStoriesProps) {
  // The cursor names the list: it holds its order and the last card of the page.
  const list = `${q ?? ""}|${tag ?? ""}|${first}`;
  // Empty when a page is loaded, so that nothing differs from what the server wrote.
  const [kept] = useState(() => recallStories(list));
  const [stories, setStories] = useState<StoryCard[]>(kept?.stories ?? []);
  const [cursor, setCursor] = useState(kept ? kept.cursor : first);
  const [failure, setFailure] = useState<string | null>(null);
  const [loading, setLoading] = useState(false);
  const end = useRef<HTMLDivElement>(null);

  const load = useCallback(async () => {
    if (!cursor) return;
    setLoading(true);
    setFailure(null);
    try {
      const { data } = (await api("/stories", {
        query: { cursor, tag, q: q || undefined, sort, limit: 12 },
      })) as { data: StoryPage };
      const known = new Set(stories.map((story) => story._id));
      const all = [...stories, ...data.stories.filter((story) => !known.has(story._id))];
      setStories(all);
      setCursor(data.pagination.nextCursor);
      rememberStories(list, { stories: all, cursor: data.pagination.nextCursor });
    } catch (error) {
      setFailure(
        error instanceof ApiError && error.status === 429
          ? "Too many requests. Please wait a moment and try again."
          : "Failed to load stories",
      );
    } finally {
      setLoading(false);
    }
  }, [cursor, list, q, sort, stories, tag]);

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
        <CoverGrid className="mt-6">
          {stories.map((story) => (
            <StoryCover key={story._id} story={story} />
          ))}
        </CoverGrid>
      )}
      <div ref={end} className="flex justify-center">
        {loading && <Spinner label="Loading more stories..." className="mt-8" />}
        {failure && (
          <Notice
            tone="error"
            className="mt-8"
            action={
              <Button size="sm" onClick={() => void load()}>
                Try Again
              </Button>
            }
          >
            {failure}
          </Notice>
        )}
      </div>
    </>
  );
}
