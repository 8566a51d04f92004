"use client";
import { useQuery } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { Chip, ChipRow } from "@/components/ui/chip";
import { tagsMaxAge, tagsOptions } from "@/lib/stories/feed/client";
import { type FeedView, feedHref } from "@/lib/stories/feed/urls";
import type { TagCount } from "@/lib/stories/schema";

interface TagChipsProps {
  /** Null if the page was rendered without them. */
  tags: TagCount[] | null;
  view: FeedView;
  /** Maximum number of tags; all by default. */
  limit?: number;
}

/** 'All' and the tags, the most used first. Refetches them when the page is visited again. */
export function TagChips({ tags: initial, view, limit }: TagChipsProps) {
  const { data, isError, dataUpdatedAt, errorUpdatedAt, refetch } = useQuery({
    ...tagsOptions,
    initialData: initial ?? undefined,
  });
  const isOutdated = isError && errorUpdatedAt - dataUpdatedAt > tagsMaxAge;
  const tags = isOutdated ? [] : (data ?? []).slice(0, limit);
  const { tag, sort, made } = view;
  const chosen = tags.find((entry) => entry.tag === tag);
  const others = tags.filter((entry) => entry !== chosen);
  /** Counts include stories with AI: a list without them shows none. */
  const shownCount = (entry: TagCount | undefined) => (made ? undefined : entry?.count);
  return (
    <div>
      <ChipRow label="Filter by tag">
        <Chip href={feedHref({ sort, made })} current={!tag}>
          All
        </Chip>
        {/* First, so that it is visible in a row wider than a phone. */}
        {tag && (
          <Chip href={feedHref({ tag, sort, made })} current count={shownCount(chosen)}>
            {tag}
          </Chip>
        )}
        {others.map((entry) => (
          <Chip
            key={entry.tag}
            href={feedHref({ tag: entry.tag, sort, made })}
            count={shownCount(entry)}
          >
            {entry.tag}
          </Chip>
        ))}
      </ChipRow>
      {isError && (isOutdated || !data) && (
        <p role="alert" className="mt-2 flex flex-wrap items-center gap-3 text-sm">
          Failed to load tags
          <Button size="sm" onClick={() => void refetch()}>
            Try Again
          </Button>
        </p>
      )}
    </div>
  );
}
