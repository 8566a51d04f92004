"use client";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { ReactNode } from "react";
import { useViewer } from "@/components/accounts/use-viewer";
import { StoryCover } from "@/components/feed/story-cover";
import { Button } from "@/components/ui/button";
import { CoverGrid } from "@/components/ui/cover-grid";
import { Notice } from "@/components/ui/notice";
import { hasContent } from "@/lib/stories/draft-content";
import { draftsOptions, profileOptions } from "@/lib/stories/feed-client";
import type { Profile } from "@/lib/stories/schema";
import { StoryFacts } from "./story-facts";

/** The drafts of whose profile it is, where that is who looks at it. */
function useOwnDrafts(username: string) {
  const { viewer, status } = useViewer();
  const isOwn = viewer?.username === username;
  const query = useInfiniteQuery(draftsOptions(isOwn ? username : undefined));
  const drafts = query.data?.pages.flatMap(({ stories }) => stories.filter(hasContent)) ?? [];
  return { ...query, isOwn, drafts, isKnown: status !== "loading" && !(isOwn && query.isPending) };
}

/** The counts of whose profile it is, where that is who looks at it. */
function useOwnStats(username: string): Profile["stats"] | undefined {
  const { viewer } = useViewer();
  const isOwn = viewer?.username === username;
  const { data } = useQuery({ ...profileOptions(username), enabled: isOwn });
  return isOwn ? data?.stats : undefined;
}

/** Says on one's own profile why a story is not on it. */
export function UnlistedNote({ username }: { username: string }) {
  const count = useOwnStats(username)?.unlistedStories ?? 0;
  if (count === 0) return null;
  return (
    <p className="mt-6 text-ink-soft">
      {count === 1
        ? "One story that you have published is"
        : `${count} stories that you have published are`}{" "}
      for adults, and not listed here. All of yours are in{" "}
      <Link href="/my-stories" prefetch={false} className="link">
        My stories
      </Link>
      .
    </p>
  );
}

/** What stands on a profile without a listed story: not on one's own where there are others. */
export function UnlessDrafts({ username, children }: { username: string; children: ReactNode }) {
  const { drafts, isKnown } = useOwnDrafts(username);
  const stats = useOwnStats(username);
  if (stats && stats.publishedStories > 0) return null;
  if (drafts.length > 0) return <p className="text-lg text-ink-soft">Nothing published yet.</p>;
  // Until it is known whose profile it is, <html data-session> says that it may be one's own.
  return <div className={isKnown ? undefined : "in-data-session:invisible"}>{children}</div>;
}

/** On one's own profile, below what everybody sees: the drafts, which only their author gets. */
export function OwnDrafts({ username }: { username: string }) {
  const { drafts, isOwn, isError, hasNextPage, isFetching, ...query } = useOwnDrafts(username);
  if (!isOwn || (drafts.length === 0 && !isError)) return null;
  const loadMore = () => void query.fetchNextPage();
  // What failed may be the look at those that are here already.
  const retry = () => (query.isFetchNextPageError ? loadMore() : void query.refetch());
  return (
    <section aria-labelledby="drafts" className="mt-12">
      <h2 id="drafts" className="display text-2xl">
        Your drafts
      </h2>
      <p className="mb-5 text-ink-soft">Only you see these.</p>
      <CoverGrid className="cover-grid-wide">
        {drafts.map((story) => (
          <StoryCover key={story._id} story={story} own isAuthorShown={false}>
            <StoryFacts story={story} />
          </StoryCover>
        ))}
      </CoverGrid>
      {isError ? (
        <Notice
          tone="error"
          className="mt-6"
          action={
            <Button size="sm" loading={isFetching} onClick={retry}>
              Try Again
            </Button>
          }
        >
          Your drafts could not be loaded.
        </Notice>
      ) : (
        hasNextPage && (
          <div className="mt-6 text-center">
            <Button loading={query.isFetchingNextPage} onClick={loadMore}>
              More drafts
            </Button>
          </div>
        )
      )}
    </section>
  );
}
