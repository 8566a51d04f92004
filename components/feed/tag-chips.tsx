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
  // Counts are of all stories and do not match a narrowed list.
  const countOf = (entry: TagCount) => (made ? {} : { count: entry.count });
  const chosen = tags.find((entry) => entry.tag === tag);
  return (
    <div>
      <ChipRow label="Filter by tag">
        <Chip href={feedHref({ sort, made })} prefetch={false} current={!tag}>
          All
        </Chip>
        {/* First, so that it is visible in a row wider than a phone. */}
        {tag && (
          <Chip
            href={feedHref({ tag, sort, made })}
            prefetch={false}
            current
            {...(chosen && countOf(chosen))}
          >
            {tag}
          </Chip>
        )}
        {tags
          .filter((entry) => entry !== chosen)
          .map((entry) => (
            <Chip
              key={entry.tag}
              href={feedHref({ tag: entry.tag, sort, made })}
              prefetch={false}
              {...countOf(entry)}
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
