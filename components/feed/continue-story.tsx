"use client";
import { useEffect, useState } from "react";
import { useViewer } from "@/components/accounts/use-viewer";
import { Skeleton } from "@/components/ui/skeleton";
import type { StoryCard } from "@/lib/stories/schema";
import { fetchDrafts } from "./drafts";

/**
 * Drafts of whoever is signed in, in a band above the feed whose height is kept free from the first
 * paint on (`data-session`), so that nothing moves. Nobody else downloads or sees anything.
 */
export function ContinueStory() {
  const { viewer, status } = useViewer();
  const [drafts, setDrafts] = useState<StoryCard[] | null>(null);
  const username = viewer?.username;

  useEffect(() => {
    setDrafts(null);
    if (!username) return;
    const abort = new AbortController();
    fetchDrafts(username, abort.signal).then(
      ({ stories }) => setDrafts(stories),
      // The feed below is what the page is for; drafts stand on the dashboard as well.
      () => abort.signal.aborted || setDrafts([]),
    );
    return () => abort.abort();
  }, [username]);

  if (status === "unauthenticated") return null;
  // Its place is there before the page knows whose it is.
  if (!viewer) return <div className="continue-band" />;
  return (
    <section aria-labelledby="continue" className="continue-band">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="continue" className="display text-xl">
          Continue your story
        </h2>
        <a href="/dashboard" className="link text-sm">
          All your stories
        </a>
      </div>
      {drafts === null && <Skeleton className="mt-2 h-14 w-72 max-w-full" />}
      {drafts?.length === 0 && (
        <p className="mt-3 text-ink-soft">No drafts on your table. Time for a new one?</p>
      )}
      {drafts && drafts.length > 0 && (
        <ul className="continue-row">
          {drafts.map((story) => (
            <li key={story._id}>
              <a href={`/story/${story._id}`} className="continue-card">
                {story.previewImage ? (
                  // biome-ignore lint/performance/noImgElement: our own origin serves it small
                  <img src={story.previewImage} srcSet={story.preview.srcSet} sizes="3rem" alt="" />
                ) : (
                  <span className="card-blank" aria-hidden="true" />
                )}
                <b>{story.title}</b>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
