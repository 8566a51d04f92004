"use client";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useDocumentTitle } from "@/components/shell/use-document-title";
import { ApiError, messageOf } from "@/lib/platform/http/api-error";
import { apiData } from "@/lib/platform/http/fetch";
import { isVisibleToReaders } from "@/lib/scenes/reader-visibility";
import { type Story, type StoryCard, storyDto, storyPage } from "@/lib/stories/schema";
import { ErrorLoadingStory } from "./error-loading-story";
import { ReadingView } from "./reading-view";

interface DraftProps {
  storyId: string;
  /** A part was asked for: a draft has none, and is shown as a whole. */
  isPart: boolean;
  /** Who asks, as what they may read depends on it. */
  viewerId: string;
  loading: ReactNode;
  /** Not theirs, or no story at all: the page says what it says to everybody. */
  notFound: ReactNode;
}

/** The story behind this address where the viewer may read it; comes with a session alone. */
export default function DraftStory({ storyId, isPart, viewerId, loading, notFound }: DraftProps) {
  const { data, error } = useQuery({
    queryKey: ["drafts", storyId, viewerId],
    queryFn: ({ signal }) => loadDraft(storyId, signal),
    // Its author comes from writing: it is asked for whenever it is opened.
    staleTime: 0,
    gcTime: 0,
  });
  useDocumentTitle(data?.story.title);
  if (data) {
    // Its parts are pages of their own: this is none of them.
    return isPart && data.story.status === "published" ? notFound : <ReadingView {...data} />;
  }
  if (error === null) return loading;
  return isNotFound(error) ? (
    notFound
  ) : (
    <ErrorLoadingStory message={messageOf(error)} onRetry={() => window.location.reload()} />
  );
}

const isNotFound = (error: Error) =>
  error instanceof ApiError && [400, 401, 403, 404].includes(error.status);

async function loadDraft(
  storyId: string,
  signal: AbortSignal,
): Promise<{ story: Story; next: StoryCard[] }> {
  const story = await apiData(`/stories/${storyId}`, { signal, response: storyDto });
  const others = await apiData("/stories", {
    query: { author: story.userId.username, status: "published", limit: 4 },
    signal,
    response: storyPage,
    // The story is there to be read, whatever else its author has.
  }).catch(() => null);
  const next = others?.stories.filter(({ _id }) => _id !== storyId).slice(0, 3) ?? [];
  return { story: toReaderView(story), next };
}

/** Its author is given the empty panels too. */
const toReaderView = (story: Story): Story => ({
  ...story,
  scenes: story.scenes.map((scene) => ({
    ...scene,
    panels: scene.panels.filter(isVisibleToReaders),
  })),
});
