"use client";
import dynamic from "next/dynamic";
import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { useViewer } from "@/components/accounts/use-viewer";
import { Page } from "@/components/shell/page";
import { Spinner } from "@/components/ui/spinner";
import { ApiError } from "@/lib/platform/http/api-error";
import { api } from "@/lib/platform/http/fetch";
import type { Story, StoryCard } from "@/lib/stories/schema";

const ReadingView = dynamic(() =>
  import("./reading-view").then((module) => ({ default: module.ReadingView })),
);
const ErrorLoadingStory = dynamic(() =>
  import("./error-loading-story").then((module) => ({ default: module.ErrorLoadingStory })),
);

type Draft =
  | { story: Story; next: StoryCard[] }
  /** Not theirs, or no story at all: the page says what it says to everybody. */
  | "unknown"
  | Error;

/** Shows what stands inside, unless the viewer may read the draft behind this address. */
export function DraftReader({ children }: { children: ReactNode }) {
  const { viewer, status } = useViewer();
  const storyId = usePathname().split("/")[2];
  const [draft, setDraft] = useState<Draft | null>(null);

  useEffect(() => {
    if (!viewer || !storyId) return;
    const abort = new AbortController();
    load(storyId, abort.signal).then(setDraft, (error) => {
      if (!abort.signal.aborted) setDraft(isUnknown(error) ? "unknown" : error);
    });
    return () => abort.abort();
  }, [storyId, viewer]);

  if (draft instanceof Error) return <ErrorLoadingStory message={draft.message} />;
  if (draft && draft !== "unknown") return <ReadingView {...draft} />;
  if (draft === "unknown" || status === "unauthenticated") return children;
  // Until the browser knows who is there, <html data-session> tells a visitor from somebody who may
  // be the author (shell/theme.ts).
  return (
    <>
      <Page className="hidden justify-items-center gap-4 py-24 text-center in-data-session:grid">
        <Spinner />
        <p role="status" className="text-lg">
          Loading your story...
        </p>
      </Page>
      <div className="in-data-session:hidden">{children}</div>
    </>
  );
}

const isUnknown = (error: unknown) =>
  error instanceof ApiError && [400, 401, 403, 404].includes(error.status);

async function load(storyId: string, signal: AbortSignal): Promise<Draft> {
  const { data: story } = (await api(`/stories/${storyId}`, { signal })) as { data: Story };
  const others = (await api("/stories", {
    query: { author: story.userId.username, limit: 4 },
    signal,
    // The story is there to be read, whatever else its author has.
  }).catch(() => null)) as { data: { stories: StoryCard[] } } | null;
  const next = others?.data.stories.filter(({ _id }) => _id !== storyId).slice(0, 3) ?? [];
  return { story, next };
}
