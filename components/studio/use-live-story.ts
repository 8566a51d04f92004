"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { onStoryChange } from "@/lib/generation/live/story-subscription";
import { storyKeys, storyOptions } from "@/lib/stories/client";
import type { Story } from "@/lib/stories/schema";

/** Milliseconds between two answers at most, while changes go on. */
const maxRefreshDelay = 500;

/** The story as it is now: fetched again whenever the server says that something changed. */
export function useLiveStory(initial: Story) {
  const storyId = initial._id;
  const queryClient = useQueryClient();
  const query = useQuery(storyOptions(storyId, initial));

  useEffect(() => {
    const queryKey = storyKeys.detail(storyId);
    let isFetching = false;
    let isStale = false;
    // One after the other: changes that come in a row must not cancel each other's answers.
    const refresh = async () => {
      isStale = true;
      if (isFetching) return;
      isFetching = true;
      while (isStale) {
        isStale = false;
        const began = performance.now();
        await queryClient.invalidateQueries({ queryKey });
        // A long story leaves the page as much time as it takes.
        const rest = Math.min(maxRefreshDelay, performance.now() - began);
        await new Promise((resolve) => setTimeout(resolve, rest));
      }
      isFetching = false;
    };
    return onStoryChange(storyId, () => void refresh());
  }, [queryClient, storyId]);

  return query;
}
