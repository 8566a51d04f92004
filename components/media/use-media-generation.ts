"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { begun, followJob, type JobOf, listJobs, setJob } from "@/components/jobs/followed-jobs";
import { useFollowOpenJobs } from "@/components/jobs/use-follow-open-jobs";
import { useJobProgress } from "@/components/jobs/use-job-progress";
import { playSound } from "@/components/ui/sound";
import { toast } from "@/components/ui/toast";
import { type MediaWork, mediaErrorText } from "@/lib/generation/error-texts";
import { maxCandidates } from "@/lib/generation/schema";
import type { Panel } from "@/lib/scenes/schema";
import { findPanelPosition } from "@/lib/stories/query-cache";
import type { Story } from "@/lib/stories/schema";
import {
  addMessage,
  endRequest,
  failRequest,
  getMediaSession,
  type MediaRef,
  setRunningJob,
  takeFinished,
  useMediaSession,
} from "./media-session";
import { type PictureRequest, requestPicture } from "./request-picture";

interface GenerationRequest extends PictureRequest {
  prompt: string;
  /** Number of pictures to make; always 1 for a video. */
  count: number;
}

interface PanelContext {
  story: Story;
  sceneId: string;
  panel: Panel;
}

/**
 * Generates pictures and videos of a panel. Their jobs are followed to their end across reloads.
 * @param onDone receives all results of one request
 */
export function useMediaGeneration(
  { story, sceneId, panel }: PanelContext,
  onDone: (work: MediaWork, prompt: string, made: MediaRef[]) => void,
) {
  const { _id: panelId, panelNumber } = panel;
  const client = useQueryClient();
  const { messages, job, finished } = useMediaSession(panelId);
  const progress = useJobProgress(story._id, job?.jobIds ?? [], job?.work === "animate");
  const done = useRef(onDone);
  done.current = onDone;
  useEffect(() => {
    const taken = finished && takeFinished(panelId);
    if (taken) done.current(taken.work, taken.prompt, taken.made);
  }, [finished, panelId]);

  /** Running jobs continue: their results become takes. */
  const stopWaiting = useCallback(
    (ids: readonly string[], work: MediaWork) => {
      const stopped = ids.filter((id) => endRequest(panelId, id));
      if (stopped.length === 0) return;
      for (const one of listJobs(story._id)) {
        const isStopped = one.kind === "take" && stopped.includes(one.jobId ?? "");
        if (isStopped) setJob(story._id, { ...one, isSilent: true });
      }
      const what = work === "animate" ? "video" : "picture";
      addMessage(panelId, {
        from: "studio",
        text: "Stopped.",
        detail: `The panel is unchanged. If the ${what} still finishes, you will find it in the takes.`,
      });
      // A toast, since on a phone the conversation may be out of sight.
      const description = findPanelPosition(client, story._id, panelId);
      toast.info("Stopped. The panel is unchanged.", { description });
    },
    [client, panelId, story._id],
  );

  const start = useCallback(
    async ({ count, ...request }: GenerationRequest) => {
      // Ignores a second press while the first is pending.
      if (getMediaSession(panelId).job) return;
      const { work, prompt } = request;
      const job = { work, prompt, startedAt: Date.now(), made: [] };
      setRunningJob(panelId, { ...job, jobIds: [] });
      addMessage(panelId, { from: "author", text: prompt || panel.imagePrompt });
      playSound("swoosh");
      const { _id: storyId, aspectRatio } = story;
      const subject = { kind: "panel", storyId, sceneId, panelNumber, aspectRatio } as const;
      const started = await Promise.allSettled(
        Array.from({ length: count }, (_, index) =>
          requestPicture(subject, { ...request, ...(index > 0 && { candidate: index + 1 }) }),
        ),
      );
      const isCancelled = getMediaSession(panelId).job?.isCancelled === true;
      const ids = started.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
      setRunningJob(panelId, ids.length > 0 ? { ...job, jobIds: [...new Set(ids)] } : null);
      const isFirst = work === "regenerate" && !panel.imageUrl;
      for (const id of ids)
        followJob(client, story._id, takeJob(panelId, id, { work, sceneId, panelNumber, isFirst }));
      for (const one of started)
        if (one.status === "rejected")
          failRequest(panelId, mediaErrorText(work, one.reason, { hasStarted: false }));
      if (isCancelled) stopWaiting(ids, work);
    },
    [client, panel.imagePrompt, panel.imageUrl, panelId, panelNumber, sceneId, stopWaiting, story],
  );

  /** Cancels the running jobs. */
  const cancel = useCallback(() => {
    const running = getMediaSession(panelId).job;
    if (!running || running.isCancelled) return;
    if (running.jobIds.length > 0) stopWaiting(running.jobIds, running.work);
    else setRunningJob(panelId, { ...running, isCancelled: true });
  }, [panelId, stopWaiting]);

  return { messages, job, progress, start, cancel };
}

/** Follows a request of this panel that was made on another device, as if it were made here. */
export function useRequestElsewhere(
  storyId: string,
  sceneId: string,
  { _id: panelId, panelNumber, imageUrl }: Panel,
  isOpen: boolean,
): void {
  useFollowOpenJobs(storyId, isOpen, (jobs) => {
    const { job, completed } = getMediaSession(panelId);
    const ours = jobs.filter((one) => one.panelId === panelId && !completed.includes(one.jobId));
    const newest = ours.at(-1);
    if (job || !newest) return [];
    const { work, prompt } = newest;
    const request = ours
      .filter((one) => one.work === work && one.prompt === prompt)
      .slice(-maxCandidates);
    const startedAt = Date.parse(newest.startedAt);
    const jobIds = request.map(({ jobId }) => jobId);
    setRunningJob(panelId, { jobIds, work, prompt, startedAt, made: [] });
    addMessage(panelId, { from: "author", text: prompt });
    const isFirst = work === "regenerate" && !imageUrl;
    return jobIds.map((id) =>
      takeJob(panelId, id, { work, sceneId, panelNumber, isFirst, startedAt }),
    );
  });
}

/** The job of one take, to be followed. */
const takeJob = (
  panelId: string,
  jobId: string,
  about: Pick<JobOf<"take">, "work" | "sceneId" | "panelNumber" | "isFirst"> & {
    startedAt?: number;
  },
): JobOf<"take"> => ({ ...begun(panelId, jobId), kind: "take", isSilent: false, ...about });
