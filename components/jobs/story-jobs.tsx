"use client";
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { getJobEnd, jobOptions, sceneProgressOptions } from "@/lib/jobs/client";
import { onStoryChange } from "@/lib/jobs/story-stream";
import { ApiError } from "@/lib/platform/http/api-error";
import { isStoryDeleted, storyOptions } from "@/lib/stories/client";
import { dropJob, type FollowedJob, isOver, type JobOf, useFollowedJobs } from "./followed-jobs";
import { endPicture, endScene } from "./job-ends";

type PictureJob = Exclude<FollowedJob, { kind: "scene" }>;

interface StoryJobsProps {
  storyId: string;
  /** Leaves scenes to the page, which shows itself how they end. */
  withoutScenes?: boolean;
}

/**
 * Keeps an author's page up to date: refetches the queries that change with the story, and follows
 * the jobs of this tab to their end. One for each page.
 */
export function StoryJobs({ storyId, withoutScenes = false }: StoryJobsProps) {
  const client = useQueryClient();
  useEffect(() => refetchOnChange(client, storyId), [client, storyId]);
  return useFollowedJobs(storyId).map((job) => {
    if (job.jobId === null || isOver(job)) return null;
    const props = { storyId, jobId: job.jobId };
    if (job.kind !== "scene") return <FollowedPicture {...props} key={job.jobId} job={job} />;
    return withoutScenes ? null : <FollowedScene {...props} key={job.jobId} job={job} />;
  });
}

/** Maximum milliseconds between two refetches while changes continue. */
const maxRefreshDelay = 500;

/** Refetches the queries that change with a story. @returns a function that ends it */
function refetchOnChange(client: QueryClient, storyId: string): () => void {
  let isFetching = false;
  let isStale = false;
  /** Whether the server has reported a change, after which jobs are polled early. */
  let hasChanged = false;
  // Serialized: successive changes must not cancel each other's requests.
  const refresh = async () => {
    isStale = true;
    // A deleted story answers 404 to everything.
    if (isFetching || isStoryDeleted(storyId)) return;
    isFetching = true;
    while (isStale) {
      const withJobs = hasChanged;
      isStale = false;
      hasChanged = false;
      const began = performance.now();
      await client.invalidateQueries({
        // A change adds no polls to a failing server; the story itself has no poll of its own.
        predicate: ({ meta, state }) =>
          meta?.changesWithStory === storyId &&
          (!meta.isPolled || (withJobs && state.fetchFailureCount === 0)),
      });
      // Pauses after a long story for as long as its render took.
      const rest = Math.min(maxRefreshDelay, performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, rest));
    }
    isFetching = false;
  };
  const onChange = () => {
    hasChanged = true;
    void refresh();
  };
  return onStoryChange(storyId, onChange, () => void refresh());
}

interface FollowedProps<Job> {
  storyId: string;
  jobId: string;
  job: Job;
}

function FollowedPicture({ storyId, jobId, job }: FollowedProps<PictureJob>) {
  const client = useQueryClient();
  const isVideo = job.kind === "take" && job.work === "animate";
  const { data, status, dataUpdatedAt } = useQuery({
    ...jobOptions({ storyId, jobId, isVideo }),
    refetchIntervalInBackground: true,
  });
  const hasReported = useRef(false);
  useEffect(() => {
    const { startedAt } = job;
    const end = getJobEnd({ data, status, dataUpdatedAt }, { startedAt, isVideo });
    if (!end || hasReported.current) return;
    hasReported.current = true;
    void endPicture(client, storyId, job, end);
  }, [client, data, dataUpdatedAt, isVideo, job, status, storyId]);
  return null;
}

function FollowedScene({ storyId, jobId, job }: FollowedProps<JobOf<"scene">>) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    ...sceneProgressOptions(jobId),
    refetchIntervalInBackground: true,
  });
  const { data: hasEnded = false } = useQuery({
    ...storyOptions(storyId),
    enabled: false,
    select: ({ scenes }) =>
      scenes.some(({ _id, status }) => _id === jobId && status !== "generating"),
  });
  // The story says so already: no need to wait for the next poll.
  useEffect(() => {
    if (hasEnded) void refetch();
  }, [hasEnded, refetch]);
  useEffect(() => {
    if (data && !data.isGenerating && dropJob(storyId, job)) endScene(client, storyId, job, data);
  }, [client, data, job, storyId]);
  useEffect(() => {
    // The scene is deleted: nothing to report.
    if (error instanceof ApiError && error.status === 404) dropJob(storyId, job);
  }, [error, job, storyId]);
  return null;
}
