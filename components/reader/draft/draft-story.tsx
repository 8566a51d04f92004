"use client";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useDocumentTitle } from "@/components/shell/use-document-title";
import { ApiError } from "@/lib/platform/http/api-error";
import { apiData } from "@/lib/platform/http/fetch";
import { isVisibleToReaders } from "@/lib/scenes/reader-visibility";
import { type Story, type StoryCard, storyDto, storyPage } from "@/lib/stories/schema";
import { ReadingView } from "../reading-view";
import StoryServerError from "../story-server-error";

interface DraftProps {
  storyId: string;
  /** Whether the address names a part. A draft has no parts and is shown as a whole. */
  isPart: boolean;
  /** Part of the query key, because access depends on the viewer. */
  viewerId: string;
  loading: ReactNode;
  /** Shown if the story does not exist or the viewer cannot read it. */
  notFound: ReactNode;
}

/** The draft at this address for people who can read it; needs a session. */
export default function DraftStory({ storyId, isPart, viewerId, loading, notFound }: DraftProps) {
  const { data, error } = useQuery({
    queryKey: ["drafts", storyId, viewerId],
    queryFn: ({ signal }) => loadDraft(storyId, signal),
    // The author comes from editing, so refetch on each visit.
    staleTime: 0,
    gcTime: 0,
  });
  useDocumentTitle(data?.story.title);
  if (data) {
    // Existing parts of published stories are cached pages, so this part does not exist.
    return isPart && data.story.status === "published" ? notFound : <ReadingView {...data} />;
  }
  if (error === null) return loading;
  return isNotFound(error) ? notFound : <StoryServerError error={error} />;
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
    // The story is shown without them if they cannot be loaded.
  }).catch(() => null);
  const next = others?.stories.filter(({ _id }) => _id !== storyId).slice(0, 3) ?? [];
  return { story: toReaderView(story), next };
}

/** Removes empty panels, which only authors see. */
const toReaderView = (story: Story): Story => ({
  ...story,
  scenes: story.scenes.map((scene) => ({
    ...scene,
    panels: scene.panels.filter(isVisibleToReaders),
  })),
});
