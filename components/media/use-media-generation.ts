"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { playSound } from "@/components/ui/sound";
import { toast } from "@/components/ui/toast";
import {
  generateVideo,
  refineImage,
  regeneratePanel,
  watchImageJob,
  watchVideoJob,
} from "@/lib/generation/client";
import { failedJob, type MediaWork, mediaErrorText } from "@/lib/generation/error-texts";
import { failureMessages } from "@/lib/generation/jobs/failure-texts";
import type { JobEnd } from "@/lib/generation/live/watch-job";
import type { ImageJob, VideoJob } from "@/lib/generation/schema";
import { takesKey } from "@/lib/scenes/client";
import type { Panel } from "@/lib/scenes/schema";
import type { Story } from "@/lib/stories/schema";
import {
  addMessage,
  endJob,
  getMediaSession,
  type MediaRef,
  type RunningJob,
  setRunningJob,
  useMediaSession,
} from "./media-session";

const successTexts: Record<MediaWork, string> = {
  edit: "Here is the refined picture.",
  animate: "Here is the video.",
  regenerate: "Here is another take.",
};

interface GenerationRequest {
  work: MediaWork;
  prompt: string;
  /** The picture to change or animate; null for a new one. */
  imageUrl: string | null;
}

interface PanelContext {
  story: Story;
  sceneId: string;
  panel: Panel;
}

/** Messages after five failed status requests in a row. */
const statusCheckFailed: Record<RunningJob["work"], string> = {
  edit: "Failed to check image generation status",
  regenerate: "Failed to check image generation status",
  animate: "Failed to check video generation status",
};

/** Progress before the first report. */
const initialProgress = { progress: 0, isWaiting: false };

/**
 * Generates pictures and videos of a panel and follows the jobs to their end, across reloads.
 * @param onDone receives the result
 */
export function useMediaGeneration(
  { story, sceneId, panel }: PanelContext,
  onDone: (work: MediaWork, prompt: string, media: MediaRef) => void,
) {
  const { _id: panelId, panelNumber } = panel;
  const queryClient = useQueryClient();
  const { messages, job } = useMediaSession(panelId);
  const [far, setFar] = useState(initialProgress);
  const done = useRef(onDone);
  done.current = onDone;
  const hadPicture = useRef(true);
  hadPicture.current = Boolean(panel.imageUrl);

  const fail = useCallback(
    (work: MediaWork, error: unknown, hasStarted: boolean) => {
      addMessage(panelId, {
        from: "studio",
        isError: true,
        ...mediaErrorText(work, error, { hasStarted }),
      });
      playSound("error");
    },
    [panelId],
  );

  const jobId = job?.jobId ?? null;
  useEffect(() => {
    const running = getMediaSession(panelId).job;
    if (!jobId || running?.jobId !== jobId) return;
    setFar(initialProgress);
    const onUpdate = ({ progress, isWaiting }: ImageJob | VideoJob) =>
      setFar({ progress, isWaiting });
    const onEnd = (end: JobEnd<ImageJob | VideoJob>) => {
      if (!endJob(panelId, jobId)) return;
      void queryClient.invalidateQueries({ queryKey: takesKey(sceneId, panelNumber) });
      const { work, prompt } = running;
      if (end.how === "unreachable") {
        const detail = "If it finishes later, you will find it in the takes.";
        addMessage(panelId, {
          from: "studio",
          isError: true,
          text: statusCheckFailed[work],
          detail,
        });
        return playSound("error");
      }
      if (end.how === "timed-out")
        return fail(work, failedJob(failureMessages.videoTimedOut), true);
      const media = toMediaRef(end.job);
      if (!media) return fail(work, failedJob(end.job.error ?? ""), true);
      const detail = getProviderNote(end.job);
      const isFirst = work === "regenerate" && !hadPicture.current;
      const text = isFirst ? "Here is the picture." : successTexts[work];
      addMessage(panelId, { from: "studio", text, detail, media });
      playSound("notice");
      done.current(work, prompt, media);
    };
    if (running.work !== "animate") {
      return watchImageJob(story._id, jobId, { onUpdate, onEnd });
    }
    return watchVideoJob(story._id, jobId, { onUpdate, onEnd, startedAt: running.startedAt });
  }, [fail, jobId, panelId, panelNumber, queryClient, sceneId, story._id]);

  /** A running job does not stop: its result joins the takes. */
  const stopWaiting = useCallback(
    (id: string, work: MediaWork) => {
      if (!endJob(panelId, id)) return;
      const what = work === "animate" ? "video" : "picture";
      addMessage(panelId, {
        from: "studio",
        text: "Stopped.",
        detail: `The panel is unchanged. If the ${what} still finishes, you will find it in the takes.`,
      });
      // A toast, since on a phone the conversation may be out of sight.
      toast.info("Stopped. The panel is unchanged.");
      const onEnd = () =>
        void queryClient.invalidateQueries({ queryKey: takesKey(sceneId, panelNumber) });
      const ended = { onUpdate: () => undefined, onEnd };
      if (work === "animate") watchVideoJob(story._id, id, { ...ended, startedAt: Date.now() });
      else watchImageJob(story._id, id, ended);
    },
    [panelId, panelNumber, queryClient, sceneId, story._id],
  );

  const start = useCallback(
    async ({ work, prompt, imageUrl }: GenerationRequest) => {
      // Ignores a second press while the first is pending.
      if (getMediaSession(panelId).job) return;
      const startedAt = Date.now();
      setRunningJob(panelId, { jobId: null, work, prompt, startedAt });
      addMessage(panelId, { from: "author", text: prompt || panel.imagePrompt });
      playSound("swoosh");
      try {
        const panelRef = { storyId: story._id, sceneId, panelNumber };
        const id = await startGeneration(panelRef, { work, prompt, imageUrl }, story);
        const isCancelled = getMediaSession(panelId).job?.isCancelled === true;
        setRunningJob(panelId, { jobId: id, work, prompt, startedAt });
        if (isCancelled) stopWaiting(id, work);
      } catch (error) {
        setRunningJob(panelId, null);
        fail(work, error, false);
      }
    },
    [fail, panel.imagePrompt, panelId, panelNumber, sceneId, stopWaiting, story],
  );

  /** Cancels the running job. */
  const cancel = useCallback(() => {
    const running = getMediaSession(panelId).job;
    if (!running || running.isCancelled) return;
    if (running.jobId) stopWaiting(running.jobId, running.work);
    else setRunningJob(panelId, { ...running, isCancelled: true });
  }, [panelId, stopWaiting]);

  return { messages, job, far, start, cancel };
}

function startGeneration(
  panelRef: { storyId: string; sceneId: string; panelNumber: number },
  { work, prompt, imageUrl }: GenerationRequest,
  { aspectRatio }: Story,
): Promise<string> {
  if (work === "regenerate" || !imageUrl) {
    const { sceneId, panelNumber } = panelRef;
    // Without an own prompt the panel's is used.
    return regeneratePanel(sceneId, panelNumber, { prompt: prompt || undefined, choose: false });
  }
  if (work === "animate") return generateVideo({ ...panelRef, prompt, imageUrl });
  return refineImage({ ...panelRef, prompt, initialImageUrl: imageUrl, aspectRatio });
}

/** The provider's remark about its picture. */
const getProviderNote = ({ result }: ImageJob | VideoJob): string | undefined =>
  result && "note" in result ? result.note : undefined;

function toMediaRef({ status, result }: ImageJob | VideoJob): MediaRef | null {
  if (status !== "completed" || !result) return null;
  return "videoUrl" in result
    ? { url: result.videoUrl, type: "video", still: result.originalImageUrl }
    : { url: result.imageUrl, type: "image" };
}
