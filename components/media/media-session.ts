"use client";
import { useSyncExternalStore } from "react";
import type { MediaWork } from "@/lib/generation/error-texts";

/** A picture or video that can become the panel's. */
export interface MediaRef {
  url: string;
  type: "image" | "video";
  /** Of a video: the picture that it was made from. */
  still?: string | undefined;
}

export interface Message {
  id: string;
  from: "author" | "studio";
  text: string;
  /** Why, or what to do. */
  detail?: string;
  isError?: boolean;
  media?: MediaRef;
}

/** Work that was asked for from this dialog. */
export interface RunningJob {
  /** Null while the request is on its way. */
  jobId: string | null;
  work: MediaWork;
  prompt: string;
  startedAt: number;
  /** Nobody waits for it any more; told as soon as the request is answered. */
  isCancelled?: boolean;
}

/** What this tab knows of the work on one panel; a reload loses none of it. */
export interface MediaSession {
  messages: Message[];
  job: RunningJob | null;
  /** Jobs whose end was told already. */
  completed: string[];
}

const prefix = "inkwright:media:";
const none: MediaSession = { messages: [], job: null, completed: [] };
const longestTalk = 60;
const sessions = new Map<string, MediaSession>();
const listeners = new Set<() => void>();

export function mediaSession(panelId: string): MediaSession {
  const known = sessions.get(panelId);
  if (known) return known;
  const kept = read(panelId);
  sessions.set(panelId, kept);
  return kept;
}

function change(panelId: string, changes: Partial<MediaSession>): void {
  const next = { ...mediaSession(panelId), ...changes };
  sessions.set(panelId, next);
  try {
    sessionStorage.setItem(prefix + panelId, JSON.stringify(next));
  } catch {
    // A full or forbidden store: it lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

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

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useMediaSession = (panelId: string): MediaSession =>
  useSyncExternalStore(
    subscribe,
    () => mediaSession(panelId),
    () => none,
  );

function read(panelId: string): MediaSession {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(prefix + panelId) ?? "null");
    if (typeof kept !== "object" || kept === null) return none;
    const { messages, job, completed } = kept as Partial<MediaSession>;
    return {
      messages: Array.isArray(messages) ? messages : [],
      // A request that was on its way when the page was left: what it made is among the takes.
      job: job?.jobId ? job : null,
      completed: Array.isArray(completed) ? completed : [],
    };
  } catch {
    return none;
  }
}
