"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { onStoryChange } from "@/lib/generation/live/story-subscription";
import { storyKeys, storyOptions } from "@/lib/stories/client";
import type { Story } from "@/lib/stories/schema";

/** Maximum milliseconds between two refetches while changes continue. */
const maxRefreshDelay = 500;

/** The current story, refetched whenever the server reports a change. */
export function useLiveStory(initial: Story) {
  const storyId = initial._id;
  const queryClient = useQueryClient();
  const query = useQuery(storyOptions(storyId, initial));

  useEffect(() => {
    const queryKey = storyKeys.detail(storyId);
    let isFetching = false;
    let isStale = false;
    // Serialized: successive changes must not cancel each other's requests.
    const refresh = async () => {
      isStale = true;
      if (isFetching) return;
      isFetching = true;
      while (isStale) {
        isStale = false;
        const began = performance.now();
        await queryClient.invalidateQueries({ queryKey });
        // Pauses after a long story for as long as its render took.
        const rest = Math.min(maxRefreshDelay, performance.now() - began);
        await new Promise((resolve) => setTimeout(resolve, rest));
      }
      isFetching = false;
    };
    return onStoryChange(storyId, () => void refresh());
  }, [queryClient, storyId]);

  return query;
}
