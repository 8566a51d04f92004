"use client";
import { useQueries } from "@tanstack/react-query";
import { hasEnded, jobOptions } from "@/lib/jobs/client";

/** The progress of the jobs of one request, as StoryJobs polls them. */
export function useJobProgress(storyId: string, jobIds: readonly string[], isVideo = false) {
  return useQueries({
    queries: jobIds.map((jobId) => ({
      ...jobOptions({ storyId, jobId, isVideo }),
      refetchInterval: false as const,
    })),
    combine: (results) => {
      const done = results.map(({ data }) => (hasEnded(data) ? 100 : data.progress));
      const total = done.reduce((sum, progress) => sum + progress, 0);
      return {
        /** Percent; 0 while unknown. */
        progress: Math.round(total / Math.max(1, done.length)),
        /** Some work has stalled until a server resumes it. */
        isWaiting: results.some(({ data }) => !hasEnded(data) && data.isWaiting),
        isProcessing: results.some(({ data }) => data.status === "processing"),
      };
    },
  });
}
