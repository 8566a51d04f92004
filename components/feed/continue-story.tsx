"use client";
import { useEffect, useState } from "react";
import { useViewer } from "@/components/accounts/use-viewer";
import { CoverGrid } from "@/components/ui/cover-card";
import { api } from "@/lib/platform/http/fetch";
import type { StoryCard, StoryPage } from "@/lib/stories/schema";
import { StoryCover } from "./story-cover";

/** Drafts of whoever is signed in, above the feed; nobody else downloads or sees anything. */
export function ContinueStory() {
  const { viewer } = useViewer();
  const [drafts, setDrafts] = useState<StoryCard[]>([]);

  useEffect(() => {
    if (!viewer) {
      setDrafts([]);
      return;
    }
    const abort = new AbortController();
    (
      api("/stories", {
        query: { author: viewer.username, status: "draft", limit: 6 },
        signal: abort.signal,
      }) as Promise<{ data: StoryPage }>
    )
      .then((reply) => setDrafts(reply.data.stories))
      // The feed below is what the page is for; drafts stand on the dashboard as well.
      .catch(() => undefined);
    return () => abort.abort();
  }, [viewer]);

  if (drafts.length === 0) return null;
  return (
    <section aria-labelledby="continue" className="mb-10">
      <h2 id="continue" className="display mb-4 text-xl">
        Continue your story
      </h2>
      <CoverGrid>
        {drafts.map((story) => (
          <StoryCover key={story._id} story={story} own />
        ))}
      </CoverGrid>
    </section>
  );
}
