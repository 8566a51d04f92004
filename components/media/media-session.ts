"use client";
import { useState } from "react";
import { useDraft } from "@/components/ui/forms/use-draft";
import { playSound } from "@/components/ui/sound";
import type { MediaFailure } from "@/lib/generation/error-texts";
import { maxCandidates } from "@/lib/generation/schema";
import { createDrafts } from "@/lib/platform/draft-storage";
import { z } from "@/lib/platform/zod";

const urlText = z.string().max(2_000);
const idText = z.string().max(100);
const text = z.string().max(10_000);

const mediaRefSchema = z.object({
  url: urlText,
  type: z.enum(["image", "video"]),
  /** The source picture of a video. */
  still: urlText.optional(),
});
/** A picture or video that can become the panel's. */
export type MediaRef = z.infer<typeof mediaRefSchema>;

const messageSchema = z.object({
  id: idText,
  from: z.enum(["author", "studio"]),
  text,
  /** The reason, or what to do. */
  detail: text.optional(),
  isError: z.boolean().optional(),
  media: mediaRefSchema.optional(),
});
export type Message = z.infer<typeof messageSchema>;

const runningJobSchema = z.object({
  /** One id for each requested picture; empty while the request is pending. */
  jobIds: z.array(idText).max(maxCandidates),
  /** Results of the jobs that have ended. */
  made: z.array(mediaRefSchema).max(maxCandidates),
  work: z.enum(["edit", "animate", "regenerate"]),
  prompt: text,
  startedAt: z.number().max(8.64e15),
  /** Cancelled by the author; the server learns it once the request is answered. */
  isCancelled: z.boolean().optional(),
});
/** A request from this dialog, kept until the last of its jobs ends. */
export type RunningJob = z.infer<typeof runningJobSchema>;

const sessionSchema = z.object({
  messages: z.array(messageSchema).max(100),
  job: runningJobSchema.nullable(),
  /** The results of a request that has ended, until the dialog has shown them. */
  finished: z
    .object({
      work: z.enum(["edit", "animate", "regenerate"]),
      prompt: text,
      made: z.array(mediaRefSchema).max(maxCandidates),
    })
    .nullable()
    .default(null),
  /** The author's selection, if the panel does not show it. */
  picked: mediaRefSchema.nullable().default(null),
  /** Ids of jobs whose end the dialog has reported. */
  completed: z.array(idText).max(100),
});
/** This tab's state of the work on one panel; it survives a reload. */
export type MediaSession = z.infer<typeof sessionSchema>;

const maxMessages = 60;
const sessions = createDrafts<MediaSession>({
  kind: "media",
  scope: "tab",
  schema: sessionSchema,
  emptyValue: { messages: [], job: null, finished: null, picked: null, completed: [] },
  // A request that was pending when the page closed is dropped: its result is among the takes.
  restore: (stored) => (stored.job?.jobIds.length ? stored : { ...stored, job: null }),
});

export const getMediaSession = sessions.get;

const updateSession = (panelId: string, changes: Partial<MediaSession>): void =>
  void sessions.set(panelId, { ...getMediaSession(panelId), ...changes });

export function addMessage(panelId: string, message: Omit<Message, "id">): void {
  const { messages } = getMediaSession(panelId);
  const added = { ...message, id: `${Date.now()}-${Math.random().toString(36).slice(2)}` };
  updateSession(panelId, { messages: [...messages, added].slice(-maxMessages) });
}

/** A repeated request returns the same open job, so its end is reported once more. */
export const setRunningJob = (panelId: string, job: RunningJob | null): void =>
  updateSession(panelId, {
    job,
    completed: getMediaSession(panelId).completed.filter((id) => !job?.jobIds.includes(id)),
  });

/** Keeps the messages about a deleted picture or video, which can no longer be selected. */
export function detachMedia(panelId: string, url: string): void {
  const messages = getMediaSession(panelId).messages.map(({ media, ...message }) =>
    media?.url === url
      ? { ...message, detail: "Deleted." }
      : { ...message, ...(media && { media }) },
  );
  updateSession(panelId, { messages });
}

/** Remembers the ids of ended jobs: at most 10, then trimmed to 5. */
export const addCompleted = (ids: string[], id: string): string[] => {
  const next = [...ids, id];
  return next.length > 10 ? next.slice(-5) : next;
};

/**
 * Records the end of one job and its result; the last one finishes the request.
 * @returns whether the end of this job was not recorded before
 */
export function endRequest(panelId: string, jobId: string, media?: MediaRef | null): boolean {
  const { completed, job, finished } = getMediaSession(panelId);
  if (completed.includes(jobId)) return false;
  const ended = addCompleted(completed, jobId);
  const made = [...(job?.made ?? []), ...(media ? [media] : [])];
  const isOpen = job?.jobIds.some((id) => !ended.includes(id));
  updateSession(panelId, {
    job: job && isOpen ? { ...job, made } : null,
    completed: ended,
    finished:
      job && !isOpen && made.length > 0 ? { work: job.work, prompt: job.prompt, made } : finished,
  });
  return true;
}

/** Takes the results of a finished request; null if there are none. */
export function takeFinished(panelId: string): MediaSession["finished"] {
  const { finished } = getMediaSession(panelId);
  if (finished) updateSession(panelId, { finished: null });
  return finished;
}

/** Adds the failure of a request to the conversation. */
export function failRequest(panelId: string, { text, detail }: MediaFailure): void {
  const last = getMediaSession(panelId).messages.at(-1);
  // Several pictures that fail for the same reason show one message.
  if (last?.isError && last.text === text && last.detail === detail) return;
  addMessage(panelId, { from: "studio", isError: true, text, detail });
  playSound("error");
}

/**
 * The author's selection; null selects the panel's own media.
 * @param isNeeded restores the last selection, because an unsent prompt refers to it
 */
export function usePickedMedia(panelId: string, isNeeded: boolean) {
  const [picked, show] = useState(isNeeded ? getMediaSession(panelId).picked : null);
  const pick = (media: MediaRef | null) => {
    show(media);
    updateSession(panelId, { picked: media });
  };
  return [picked, pick] as const;
}

export const useMediaSession = (panelId: string): MediaSession => useDraft(sessions, panelId)[0];
