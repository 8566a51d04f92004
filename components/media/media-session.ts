"use client";
import { createSessionStore, useSessionStore } from "@/components/ui/utils/session-store";
import { z } from "@/lib/platform/zod";

const urlText = z.string().max(2_000);
const idText = z.string().max(100);
const text = z.string().max(10_000);

const mediaRefSchema = z.object({
  url: urlText,
  type: z.enum(["image", "video"]),
  /** Of a video: the picture that it was made from. */
  still: urlText.optional(),
});
/** A picture or video that can become the panel's. */
export type MediaRef = z.infer<typeof mediaRefSchema>;

const messageSchema = z.object({
  id: idText,
  from: z.enum(["author", "studio"]),
  text,
  /** Why, or what to do. */
  detail: text.optional(),
  isError: z.boolean().optional(),
  media: mediaRefSchema.optional(),
});
export type Message = z.infer<typeof messageSchema>;

const runningJobSchema = z.object({
  /** Null while the request is on its way. */
  jobId: idText.nullable(),
  work: z.enum(["edit", "animate", "regenerate"]),
  prompt: text,
  startedAt: z.number().max(8.64e15),
  /** Nobody waits for it any more; told as soon as the request is answered. */
  isCancelled: z.boolean().optional(),
});
/** Work that was asked for from this dialog. */
export type RunningJob = z.infer<typeof runningJobSchema>;

const sessionSchema = z.object({
  messages: z.array(messageSchema).max(100),
  job: runningJobSchema.nullable(),
  /** Jobs whose end was told already. */
  completed: z.array(idText).max(100),
});
/** What this tab knows of the work on one panel; a reload loses none of it. */
export type MediaSession = z.infer<typeof sessionSchema>;

const maxMessages = 60;
const sessions = createSessionStore<MediaSession>({
  prefix: "inkwright:media:",
  schema: sessionSchema,
  emptyValue: { messages: [], job: null, completed: [] },
  // A request that was on its way when the page was left: what it made is among the takes.
  restore: (stored) => (stored.job?.jobId ? stored : { ...stored, job: null }),
});

export const getMediaSession = sessions.get;

const updateSession = (panelId: string, changes: Partial<MediaSession>): void =>
  sessions.set(panelId, { ...getMediaSession(panelId), ...changes });

export function addMessage(panelId: string, message: Omit<Message, "id">): void {
  const { messages } = getMediaSession(panelId);
  const added = { ...message, id: `${Date.now()}-${Math.random().toString(36).slice(2)}` };
  updateSession(panelId, { messages: [...messages, added].slice(-maxMessages) });
}

/** The same wish is answered with the same job while that is open: its end is told once more. */
export const setRunningJob = (panelId: string, job: RunningJob | null): void =>
  updateSession(panelId, {
    job,
    completed: getMediaSession(panelId).completed.filter((id) => id !== job?.jobId),
  });

/** What was said of a picture or video stays, but it can no longer be selected. */
export function detachMedia(panelId: string, url: string): void {
  const messages = getMediaSession(panelId).messages.map(({ media, ...message }) =>
    media?.url === url
      ? { ...message, detail: "Deleted." }
      : { ...message, ...(media && { media }) },
  );
  updateSession(panelId, { messages });
}

/** The ids of ended work that are remembered: the last 10, trimmed to 5. */
export const addCompleted = (ids: string[], id: string): string[] => {
  const next = [...ids, id];
  return next.length > 10 ? next.slice(-5) : next;
};

/** Ends a job. @returns false where its end was told already */
export function endJob(panelId: string, jobId: string): boolean {
  const { completed } = getMediaSession(panelId);
  if (completed.includes(jobId)) {
    updateSession(panelId, { job: null });
    return false;
  }
  updateSession(panelId, { job: null, completed: addCompleted(completed, jobId) });
  return true;
}

export const useMediaSession = (panelId: string): MediaSession =>
  useSessionStore(sessions, panelId);
