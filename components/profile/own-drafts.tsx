"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useViewer } from "@/components/accounts/use-viewer";
import { StoryCover } from "@/components/feed/story-cover";
import { Button } from "@/components/ui/button";
import { CoverGrid } from "@/components/ui/cover-card";
import { Notice } from "@/components/ui/notice";
import { draftsOptions } from "@/lib/stories/feed-client";
import { StoryFacts } from "./story-facts";

/** On one's own profile, below what everybody sees: the drafts, which only their author gets. */
export function OwnDrafts({ username }: { username: string }) {
  const { viewer } = useViewer();
  const isOwn = viewer?.username === username;
  const { data, isError, hasNextPage, fetchNextPage } = useInfiniteQuery(
    draftsOptions(isOwn ? username : undefined),
  );
  const drafts = data?.pages.flatMap(({ stories }) => stories) ?? [];
  if (!isOwn || (drafts.length === 0 && !isError)) return null;
  const again = () => void fetchNextPage();
  return (
    <section aria-labelledby="drafts" className="mt-12">
      <h2 id="drafts" className="display text-2xl">
        Your drafts
      </h2>
      <p className="mb-5 text-ink-soft">Only you see these.</p>
      <CoverGrid className="cover-grid-wide">
        {drafts.map((story) => (
          <StoryCover key={story._id} story={story} own signed={false}>
            <StoryFacts story={story} />
          </StoryCover>
        ))}
      </CoverGrid>
      {isError ? (
        <Notice
          tone="error"
          className="mt-6"
          action={
            <Button size="sm" onClick={again}>
              Try Again
            </Button>
          }
        >
          Your drafts could not be loaded.
        </Notice>
      ) : (
        hasNextPage && (
          <div className="mt-6 text-center">
            <Button onClick={again}>More drafts</Button>
          </div>
        )
      )}
    </section>
  );
}
