"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { generationKeys, openJobsOptions } from "@/lib/generation/client";
import { onStoryChange } from "@/lib/generation/live/story-subscription";
import { maxCandidates, type OpenJob } from "@/lib/generation/schema";
import { addMessage, getMediaSession, setRunningJob, useMediaSession } from "./media-session";

const noJobs: OpenJob[] = [];

/** The takes and portraits of a story that are being made, on any device. */
export function useOpenJobs(storyId: string, enabled: boolean): OpenJob[] {
  const queryClient = useQueryClient();
  const { data, isFetching } = useQuery({ ...openJobsOptions(storyId), enabled });
  useEffect(() => {
    if (!enabled) return;
    return onStoryChange(storyId, () => {
      void queryClient.invalidateQueries({ queryKey: generationKeys.openJobs(storyId) });
    });
  }, [enabled, queryClient, storyId]);
  // An older answer may contain a job that has ended since.
  return enabled && data && !isFetching ? data : noJobs;
}

/** Follows a request of this panel that was made on another device, as if it were made here. */
export function useRequestElsewhere(storyId: string, panelId: string, enabled: boolean): void {
  const jobs = useOpenJobs(storyId, enabled);
  const { job } = useMediaSession(panelId);
  useEffect(() => {
    const session = getMediaSession(panelId);
    if (job || session.job) return;
    const open = jobs.filter(
      (one) => one.panelId === panelId && !session.completed.includes(one.jobId),
    );
    const newest = open.at(-1);
    if (!newest) return;
    const { work, prompt, startedAt } = newest;
    const isSameRequest = (one: OpenJob) => one.work === work && one.prompt === prompt;
    setRunningJob(panelId, {
      jobIds: open
        .filter(isSameRequest)
        .map(({ jobId }) => jobId)
        .slice(-maxCandidates),
      ...{ work, prompt, startedAt: Date.parse(startedAt), made: [] },
    });
    addMessage(panelId, { from: "author", text: prompt });
  }, [job, jobs, panelId]);
}
