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
  /** Number of pictures to make; always 1 for a video. */
  count: number;
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
 * @param onDone receives all results of one request
 */
export function useMediaGeneration(
  { story, sceneId, panel }: PanelContext,
  onDone: (work: MediaWork, prompt: string, made: MediaRef[]) => void,
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
      const { text, detail } = mediaErrorText(work, error, { hasStarted });
      const last = getMediaSession(panelId).messages.at(-1);
      // Several pictures that fail for the same reason show one message.
      if (last?.isError && last.text === text && last.detail === detail) return;
      addMessage(panelId, { from: "studio", isError: true, text, detail });
      playSound("error");
    },
    [panelId],
  );

  const jobIds = job?.jobIds.join(" ") ?? "";
  useEffect(() => {
    const running = getMediaSession(panelId).job;
    if (!jobIds || running?.jobIds.join(" ") !== jobIds) return;
    const { work, prompt } = running;
    setFar(initialProgress);
    const states = new Map(running.jobIds.map((id) => [id, initialProgress]));
    const onUpdate = (id: string, { progress, isWaiting }: ImageJob | VideoJob) => {
      states.set(id, { progress, isWaiting });
      const all = [...states.values()];
      const total = all.reduce((sum, state) => sum + state.progress, 0);
      setFar({
        progress: Math.round(total / all.length),
        isWaiting: all.some((state) => state.isWaiting),
      });
    };
    const onEnd = (id: string, end: JobEnd<ImageJob | VideoJob>) => {
      const media = end.how === "ended" ? toMediaRef(end.job) : null;
      const made = endJob(panelId, id, media);
      if (!made) return;
      const isLast = getMediaSession(panelId).job === null;
      if (!isLast) states.set(id, { progress: 100, isWaiting: false });
      void queryClient.invalidateQueries({ queryKey: takesKey(sceneId, panelNumber) });
      if (end.how === "unreachable") {
        const detail = "If it finishes later, you will find it in the takes.";
        addMessage(panelId, {
          from: "studio",
          isError: true,
          text: statusCheckFailed[work],
          detail,
        });
        playSound("error");
      } else if (end.how === "timed-out") {
        fail(work, failedJob(failureMessages.videoTimedOut), true);
      } else if (!media) {
        fail(work, failedJob(end.job.error ?? ""), true);
      } else {
        const detail = getProviderNote(end.job);
        const isFirst = work === "regenerate" && !hadPicture.current;
        const text = isFirst ? "Here is the picture." : successTexts[work];
        addMessage(panelId, { from: "studio", text, detail, media });
        playSound("notice");
      }
      if (isLast && made.length > 0) done.current(work, prompt, made);
    };
    const ended = getMediaSession(panelId).completed;
    const stops = running.jobIds
      .filter((id) => !ended.includes(id))
      .map((id) => {
        const on = {
          onUpdate: (state: ImageJob | VideoJob) => onUpdate(id, state),
          onEnd: (end: JobEnd<ImageJob | VideoJob>) => onEnd(id, end),
        };
        return work === "animate"
          ? watchVideoJob(story._id, id, { ...on, startedAt: running.startedAt })
          : watchImageJob(story._id, id, on);
      });
    return () => {
      for (const stop of stops) stop();
    };
  }, [fail, jobIds, panelId, panelNumber, queryClient, sceneId, story._id]);

  /** Running jobs continue: their results become takes. */
  const stopWaiting = useCallback(
    (ids: readonly string[], work: MediaWork) => {
      const open = ids.filter((id) => endJob(panelId, id));
      if (open.length === 0) return;
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
      for (const id of open)
        if (work === "animate") watchVideoJob(story._id, id, { ...ended, startedAt: Date.now() });
        else watchImageJob(story._id, id, ended);
    },
    [panelId, panelNumber, queryClient, sceneId, story._id],
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
      const panelRef = { storyId: story._id, sceneId, panelNumber };
      const started = await Promise.allSettled(
        Array.from({ length: count }, (_, index) =>
          startGeneration(panelRef, request, story, index > 0 ? { candidate: index + 1 } : {}),
        ),
      );
      const isCancelled = getMediaSession(panelId).job?.isCancelled === true;
      const ids = started.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
      setRunningJob(panelId, ids.length > 0 ? { ...job, jobIds: [...new Set(ids)] } : null);
      for (const one of started) if (one.status === "rejected") fail(work, one.reason, false);
      if (isCancelled) stopWaiting(ids, work);
    },
    [fail, panel.imagePrompt, panelId, panelNumber, sceneId, stopWaiting, story],
  );

  /** Cancels the running jobs. */
  const cancel = useCallback(() => {
    const running = getMediaSession(panelId).job;
    if (!running || running.isCancelled) return;
    if (running.jobIds.length > 0) stopWaiting(running.jobIds, running.work);
    else setRunningJob(panelId, { ...running, isCancelled: true });
  }, [panelId, stopWaiting]);

  return { messages, job, far, start, cancel };
}

function startGeneration(
  panelRef: { storyId: string; sceneId: string; panelNumber: number },
  { work, prompt, imageUrl }: Omit<GenerationRequest, "count">,
  { aspectRatio }: Story,
  more: { candidate?: number },
): Promise<string> {
  if (work === "regenerate" || !imageUrl) {
    const { sceneId, panelNumber } = panelRef;
    // Without an own prompt the panel's is used.
    return regeneratePanel(sceneId, panelNumber, {
      ...more,
      prompt: prompt || undefined,
      choose: false,
    });
  }
  if (work === "animate") return generateVideo({ ...panelRef, prompt, imageUrl });
  return refineImage({ ...panelRef, ...more, prompt, initialImageUrl: imageUrl, aspectRatio });
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
