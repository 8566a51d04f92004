"use client";
import { useCallback, useEffect, useState } from "react";
import { useViewer } from "@/components/accounts/use-viewer";
import { fetchDrafts } from "@/components/feed/drafts";
import { StoryCover } from "@/components/feed/story-cover";
import { Button } from "@/components/ui/button";
import { CoverGrid } from "@/components/ui/cover-card";
import { Notice } from "@/components/ui/notice";
import type { StoryCard } from "@/lib/stories/schema";
import { StoryFacts } from "./story-facts";

/** On one's own profile, below what everybody sees: the drafts, which only their author gets. */
export function OwnDrafts({ username }: { username: string }) {
  const { viewer } = useViewer();
  const [drafts, setDrafts] = useState<StoryCard[]>([]);
  const [cursor, setCursor] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  const isOwn = viewer?.username === username;

  const load = useCallback(
    (signal: AbortSignal, after?: string) => {
      setFailed(false);
      return fetchDrafts(username, signal, after).then(
        (more) => {
          setDrafts((before) => (after ? [...before, ...more.stories] : more.stories));
          setCursor(more.cursor);
        },
        () => signal.aborted || setFailed(true),
      );
    },
    [username],
  );

  useEffect(() => {
    setDrafts([]);
    if (!isOwn) return;
    const abort = new AbortController();
    void load(abort.signal);
    return () => abort.abort();
  }, [isOwn, load]);

  if (!isOwn || (drafts.length === 0 && !failed)) return null;
  const again = () => void load(new AbortController().signal, cursor ?? undefined);
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
      {failed ? (
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
        cursor && (
          <div className="mt-6 text-center">
            <Button onClick={again}>More drafts</Button>
          </div>
        )
      )}
    </section>
  );
}
