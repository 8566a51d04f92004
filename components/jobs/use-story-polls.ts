"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { storyKeys } from "@/lib/stories/client";

/** Section 9 of the specification, for pictures during onboarding. */
const intervalMs = 3_000;
const maxPolls = 40;

/**
 * Refetches a story every three seconds while the page waits for its pictures.
 * @param onEnd called after forty polls, with or without the pictures
 */
export function useStoryPolls(storyId: string, isWaiting: boolean, onEnd: () => void): void {
  const client = useQueryClient();
  const end = useRef(onEnd);
  end.current = onEnd;
  useEffect(() => {
    if (!isWaiting) return;
    let polls = 0;
    let isPolling = false;
    const timer = setInterval(async () => {
      // Waits for a slow answer.
      if (isPolling) return;
      isPolling = true;
      await client.refetchQueries({ queryKey: storyKeys.detail(storyId) });
      isPolling = false;
      polls += 1;
      if (polls < maxPolls) return;
      clearInterval(timer);
      end.current();
    }, intervalMs);
    return () => clearInterval(timer);
  }, [client, isWaiting, storyId]);
}
