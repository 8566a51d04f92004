"use client";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Chip, ChipRow } from "@/components/ui/chip";
import { api } from "@/lib/platform/http/fetch";
import { type FeedView, feedHref } from "@/lib/stories/feed-address";
import type { TagCount } from "@/lib/stories/schema";

/** So long tags count as fresh, and so long they are shown while newer ones cannot be had. */
const staleAfter = 10 * 60_000;
const keptFor = 30 * 60_000;

interface TagChipsProps {
  /** Null where the page was made without them. */
  tags: TagCount[] | null;
  view: FeedView;
}

/** 'All' and the tags, the most used first. A page that is looked at again later gets newer ones. */
export function TagChips({ tags: initial, view }: TagChipsProps) {
  const [tags, setTags] = useState(initial);
  const [failed, setFailed] = useState(false);
  const [wanted, setWanted] = useState(initial === null ? 1 : 0);
  const [loadedAt, setLoadedAt] = useState<number | null>(null);

  useEffect(() => {
    setLoadedAt(Date.now());
  }, []);

  useEffect(() => {
    if (wanted === 0) return;
    const abort = new AbortController();
    setFailed(false);
    (api("/stories/tags", { signal: abort.signal }) as Promise<{ data: TagCount[] }>)
      .then(({ data }) => {
        setTags(data);
        setLoadedAt(Date.now());
      })
      .catch(() => {
        if (!abort.signal.aborted) setFailed(true);
      });
    return () => abort.abort();
  }, [wanted]);

  useEffect(() => {
    function onReturn() {
      if (document.visibilityState !== "visible" || loadedAt === null) return;
      const age = Date.now() - loadedAt;
      if (age > keptFor) setTags(null);
      if (age > staleAfter) setWanted((count) => count + 1);
    }
    document.addEventListener("visibilitychange", onReturn);
    return () => document.removeEventListener("visibilitychange", onReturn);
  }, [loadedAt]);

  const { tag, sort } = view;
  const isListed = !tag || tags?.some((entry) => entry.tag === tag);
  return (
    <div className="mb-8">
      <ChipRow label="Filter by tag">
        <Chip href={feedHref({ sort })} current={!tag}>
          All
        </Chip>
        {!isListed && (
          <Chip href={feedHref({ tag, sort })} current>
            {tag}
          </Chip>
        )}
        {tags?.map((entry) => (
          <Chip
            key={entry.tag}
            href={feedHref({ tag: entry.tag, sort })}
            current={entry.tag === tag}
            count={entry.count}
          >
            {entry.tag}
          </Chip>
        ))}
      </ChipRow>
      {failed && (
        <p role="alert" className="mt-2 flex flex-wrap items-center gap-3 text-sm">
          Failed to load tags
          <Button size="sm" onClick={() => setWanted((count) => count + 1)}>
            Try Again
          </Button>
        </p>
      )}
    </div>
  );
}
