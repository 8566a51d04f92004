"use client";
import { createSessionStore, useSessionStore } from "@/components/ui/session-store";
import { z } from "@/lib/platform/zod";

const address = z.string().max(2_000);
const id = z.string().max(100);
const text = z.string().max(10_000);

const mediaRef = z.object({
  url: address,
  type: z.enum(["image", "video"]),
  /** Of a video: the picture that it was made from. */
  still: address.optional(),
});
/** A picture or video that can become the panel's. */
export type MediaRef = z.infer<typeof mediaRef>;

const message = z.object({
  id,
  from: z.enum(["author", "studio"]),
  text,
  /** Why, or what to do. */
  detail: text.optional(),
  isError: z.boolean().optional(),
  media: mediaRef.optional(),
});
export type Message = z.infer<typeof message>;

const runningJob = z.object({
  /** Null while the request is on its way. */
  jobId: id.nullable(),
  work: z.enum(["edit", "animate", "regenerate"]),
  prompt: text,
  startedAt: z.number().max(8.64e15),
  /** Nobody waits for it any more; told as soon as the request is answered. */
  isCancelled: z.boolean().optional(),
});
/** Work that was asked for from this dialog. */
export type RunningJob = z.infer<typeof runningJob>;

const session = z.object({
  messages: z.array(message).max(100),
  job: runningJob.nullable(),
  /** Jobs whose end was told already. */
  completed: z.array(id).max(100),
});
/** What this tab knows of the work on one panel; a reload loses none of it. */
export type MediaSession = z.infer<typeof session>;

const longestTalk = 60;
const sessions = createSessionStore<MediaSession>({
  prefix: "inkwright:media:",
  schema: session,
  none: { messages: [], job: null, completed: [] },
  // A request that was on its way when the page was left: what it made is among the takes.
  restore: (kept) => (kept.job?.jobId ? kept : { ...kept, job: null }),
});

export const mediaSession = sessions.get;

const change = (panelId: string, changes: Partial<MediaSession>): void =>
  sessions.set(panelId, { ...mediaSession(panelId), ...changes });

export function say(panelId: string, message: Omit<Message, "id">): void {
  const { messages } = mediaSession(panelId);
  const added = { ...message, id: `${Date.now()}-${Math.random().toString(36).slice(2)}` };
  change(panelId, { messages: [...messages, added].slice(-longestTalk) });
}

/** The same wish is answered with the same job while that is open: its end is told once more. */
export const noteJob = (panelId: string, job: RunningJob | null): void =>
  change(panelId, {
    job,
    completed: mediaSession(panelId).completed.filter((id) => id !== job?.jobId),
  });

/** What was said of a picture or video stays, but it can no longer be selected. */
export function forgetMedia(panelId: string, url: string): void {
  const messages = mediaSession(panelId).messages.map(({ media, ...message }) =>
    media?.url === url
      ? { ...message, detail: "Deleted." }
      : { ...message, ...(media && { media }) },
  );
  change(panelId, { messages });
}

/** The ids of ended work that are remembered: the last 10, trimmed to 5. */
export const rememberCompleted = (ids: string[], id: string): string[] => {
  const next = [...ids, id];
  return next.length > 10 ? next.slice(-5) : next;
};

/** Ends a job. @returns false where its end was told already */
export function endJob(panelId: string, jobId: string): boolean {
  const { completed } = mediaSession(panelId);
  if (completed.includes(jobId)) {
    change(panelId, { job: null });
    return false;
  }
  change(panelId, { job: null, completed: rememberCompleted(completed, jobId) });
  return true;
}

export const useMediaSession = (panelId: string): MediaSession =>
  useSessionStore(sessions, panelId);
