"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { OpenJob } from "@/lib/generation/schema";
import { hasEnded, jobKeys, openJobsOptions } from "@/lib/jobs/client";
import { type FollowedJob, followJob, listJobs } from "./followed-jobs";

/**
 * While a dialog is open, follows jobs that another device has started as if they had started here.
 * @param toJobs selects the jobs of the dialog's panel, character or location
 */
export function useFollowOpenJobs(
  storyId: string,
  isOpen: boolean,
  toJobs: (open: OpenJob[]) => FollowedJob[],
): void {
  const client = useQueryClient();
  const { data, isFetching } = useQuery({ ...openJobsOptions(storyId), enabled: isOpen });
  const choose = useRef(toJobs);
  choose.current = toJobs;
  useEffect(() => {
    // An older answer may contain a job that has ended since.
    if (!isOpen || !data || isFetching) return;
    const followed = new Set(listJobs(storyId).map(({ jobId }) => jobId));
    const others = data.filter(
      ({ jobId }) => !followed.has(jobId) && !hasEnded(client.getQueryData(jobKeys.one(jobId))),
    );
    for (const job of choose.current(others)) followJob(client, storyId, job);
  }, [client, data, isFetching, isOpen, storyId]);
}
