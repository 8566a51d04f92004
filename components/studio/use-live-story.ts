"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { subscribeToStory } from "@/lib/generation/client";
import { storyKeys, storyOptions } from "@/lib/stories/client";
import type { Story } from "@/lib/stories/schema";

/** The story as it is now: fetched again whenever the server says that something changed. */
export function useLiveStory(initial: Story) {
  const storyId = initial._id;
  const queryClient = useQueryClient();
  const query = useQuery(storyOptions(storyId, initial));

  useEffect(() => {
    const queryKey = storyKeys.detail(storyId);
    let isFetching = false;
    let isOutdated = false;
    // One after the other: changes that come in a row must not cancel each other's answers.
    const refresh = async () => {
      isOutdated = true;
      if (isFetching) return;
      isFetching = true;
      while (isOutdated) {
        isOutdated = false;
        await queryClient.invalidateQueries({ queryKey });
      }
      isFetching = false;
    };
    return subscribeToStory(storyId, () => void refresh());
  }, [queryClient, storyId]);

  return query;
}
