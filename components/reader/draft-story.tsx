"use client";
import { type ReactNode, useEffect, useState } from "react";
import "@/components/comic/fonts";
import { ApiError } from "@/lib/platform/http/api-error";
import { api } from "@/lib/platform/http/fetch";
import type { Story, StoryCard } from "@/lib/stories/schema";
import { ErrorLoadingStory } from "./error-loading-story";
import { ReadingView } from "./reading-view";

type Draft =
  | { story: Story; next: StoryCard[] }
  /** Not theirs, or no story at all: the page says what it says to everybody. */
  | "unknown"
  | Error;

interface DraftProps {
  storyId: string;
  /** Who asks, as what they may read depends on it. */
  viewerId: string;
  waiting: ReactNode;
  unknown: ReactNode;
}

/** The story behind this address where the viewer may read it; comes with a session alone. */
export default function DraftStory({ storyId, viewerId, waiting, unknown }: DraftProps) {
  const [draft, setDraft] = useState<Draft | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another viewer may read something else
  useEffect(() => {
    const abort = new AbortController();
    load(storyId, abort.signal).then(setDraft, (error) => {
      if (!abort.signal.aborted) setDraft(isUnknown(error) ? "unknown" : error);
    });
    return () => abort.abort();
  }, [storyId, viewerId]);

  if (draft === null) return waiting;
  if (draft === "unknown") return unknown;
  if (draft instanceof Error) return <ErrorLoadingStory message={draft.message} />;
  return <ReadingView {...draft} />;
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
