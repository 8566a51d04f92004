import { queryOptions } from "@tanstack/react-query";
import {
  type ImageJob,
  imageJobDto,
  openJobDto,
  sceneProgressDto,
  type VideoJob,
  videoJobDto,
} from "@/lib/generation/schema";
import { apiData } from "@/lib/platform/http/fetch";
import { z } from "@/lib/platform/zod";

export const jobKeys = {
  open: (storyId: string) => ["jobs", "open", storyId] as const,
  one: (jobId: string) => ["jobs", "one", jobId] as const,
  scene: (sceneId: string) => ["jobs", "scene", sceneId] as const,
};

/** Milliseconds: the intervals of the specification, section 9. */
const pollIntervalMs = 3_000;
const firstPollMs = { image: 1_000, video: pollIntervalMs } as const;
const maxRetryDelayMs = 30_000;
const videoTimeoutMs = 300_000;
/** Failures in a row that end the polling. */
const maxFailures = 5;

export interface JobRef {
  storyId: string;
  jobId: string;
  isVideo: boolean;
}

/**
 * The state of a picture's or video's job, polled until the job has ended, and refetched when the
 * story reports a change. After five failures in a row the query has an error.
 */
export const jobOptions = ({ storyId, jobId, isVideo }: JobRef) =>
  queryOptions({
    queryKey: jobKeys.one(jobId),
    queryFn: ({ signal }): Promise<ImageJob | VideoJob> =>
      isVideo
        ? apiData(`/ai/video-status/${jobId}`, { signal, response: videoJobDto })
        : apiData(`/ai/image-status/${jobId}`, { signal, response: imageJobDto }),
    meta: { changesWithStory: storyId, isPolled: true },
    // The job has just been queued: the first poll waits.
    initialData: (): ImageJob | VideoJob => ({
      jobId,
      status: "queued",
      progress: 0,
      isWaiting: false,
      error: null,
      result: null,
      type: isVideo ? "video" : "image",
    }),
    initialDataUpdatedAt: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: maxFailures - 1,
    retryDelay: (failures) => Math.min(pollIntervalMs * 2 ** failures, maxRetryDelayMs),
    refetchInterval({ state }) {
      if (state.status === "error" || hasEnded(state.data)) return false;
      if (state.dataUpdateCount > 0) return pollIntervalMs;
      return isVideo ? firstPollMs.video : firstPollMs.image;
    },
  });

/** The progress of a scene, polled every three seconds until it has ended. */
export const sceneProgressOptions = (sceneId: string) =>
  queryOptions({
    queryKey: jobKeys.scene(sceneId),
    queryFn: ({ signal }) =>
      apiData(`/ai/scene-status/${sceneId}`, { signal, response: sceneProgressDto }),
    refetchInterval: ({ state }) =>
      state.status !== "error" && (state.data?.isGenerating ?? true) && pollIntervalMs,
    staleTime: 0,
  });

/** The takes and portraits of a story that are being made, on any device. */
export const openJobsOptions = (storyId: string) =>
  queryOptions({
    queryKey: jobKeys.open(storyId),
    queryFn: ({ signal }) =>
      apiData(`/stories/${storyId}/jobs`, { signal, response: z.array(openJobDto) }),
    meta: { changesWithStory: storyId },
    staleTime: 0,
  });

export const hasEnded = (job?: Pick<ImageJob, "status">) =>
  job?.status === "completed" || job?.status === "failed";

/** How a job has ended for the author. */
export type JobEnd =
  | { how: "completed"; job: ImageJob | VideoJob }
  | { how: "failed"; reason: string | null }
  /** The server could not be reached. */
  | { how: "unreachable" }
  | { how: "timed-out" };

/** The end of a job from its query; null while it is open. */
export function getJobEnd(
  { data, status, dataUpdatedAt }: PolledJob,
  { startedAt, isVideo }: { startedAt: number; isVideo: boolean },
): JobEnd | null {
  if (data.status === "completed") return { how: "completed", job: data };
  if (data.status === "failed") return { how: "failed", reason: data.error };
  if (status === "error") return { how: "unreachable" };
  // The job may have ended while the page slept: the last poll is younger than the timeout.
  return isVideo && dataUpdatedAt - startedAt >= videoTimeoutMs ? { how: "timed-out" } : null;
}

interface PolledJob {
  data: ImageJob | VideoJob;
  status: "error" | "success";
  /** Milliseconds since 1970 of the last answer. */
  dataUpdatedAt: number;
}
