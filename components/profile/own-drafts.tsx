"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { ReactNode } from "react";
import { useViewer } from "@/components/accounts/use-viewer";
import { StoryCover } from "@/components/feed/covers/story-cover";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { CoverGrid } from "@/components/ui/pictures/cover-grid";
import { draftsOptions } from "@/lib/stories/feed/client";
import { hasContent } from "@/lib/stories/feed/draft-content";
import { StoryFacts } from "./story-facts";
import { useOwnStats } from "./use-own-stats";

/** The drafts of this profile, if it is the viewer's own. */
function useOwnDrafts(username: string) {
  const { viewer, status } = useViewer();
  const isOwn = viewer?.username === username;
  const query = useInfiniteQuery(draftsOptions(isOwn ? username : undefined));
  const drafts = query.data?.pages.flatMap(({ stories }) => stories.filter(hasContent)) ?? [];
  return { ...query, isOwn, drafts, isKnown: status !== "loading" && !(isOwn && query.isPending) };
}

/** Explains on the viewer's own profile why a story is not listed. */
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

/** Shown on a profile without listed stories, unless it is the viewer's own and has drafts. */
export function UnlessDrafts({ username, children }: { username: string; children: ReactNode }) {
  const { drafts, isKnown, isError } = useOwnDrafts(username);
  const stats = useOwnStats(username);
  if (stats && stats.publishedStories > 0) return null;
  if (drafts.length > 0) return <p className="text-lg text-ink-soft">Nothing published yet.</p>;
  // `OwnDrafts` says it: there may be some.
  if (isError) return null;
  // Until the viewer is known, `data-session` on <html> says that the profile may be the viewer's.
  return <div className={isKnown ? undefined : "in-data-session:invisible"}>{children}</div>;
}

/** The drafts below the public part of the viewer's own profile. */
export function OwnDrafts({ username }: { username: string }) {
  const { drafts, isOwn, isError, hasNextPage, isFetching, ...query } = useOwnDrafts(username);
  if (!isOwn || (drafts.length === 0 && !isError)) return null;
  const loadMore = () => void query.fetchNextPage();
  // The error may come from fetching a further page.
  const retry = () => (query.isFetchNextPageError ? loadMore() : void query.refetch());
  return (
    <section aria-labelledby="drafts" className="mt-12">
      <h2 id="drafts" className="display text-2xl">
        Your drafts
      </h2>
      <p className="mb-5 text-ink-soft">Only you see these.</p>
      <CoverGrid className="md:grid-cols-4">
        {drafts.map((story) => (
          <StoryCover key={story._id} story={story} own>
            <StoryFacts story={story} isOneStatus />
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
