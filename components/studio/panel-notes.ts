"use client";
import { useSyncExternalStore } from "react";
import { z } from "@/lib/platform/zod";
import type { Scene } from "@/lib/scenes/schema";

/**
 * What this tab knows of panels whose author asked for another picture: the job that is awaited, or
 * the text of its failure. Kept for the tab, so that a reload loses neither.
 */
const panelNoteSchema = z.object({
  /** Null while the request is on its way, and once the job has ended. */
  jobId: z.string().nullable(),
  error: z.object({ text: z.string(), isFlagged: z.boolean() }).nullable(),
  /** The picture that stood there: another one makes the note out of date. */
  imageUrl: z.string().nullable(),
});
export type PanelNote = z.infer<typeof panelNoteSchema>;

const notes = z.record(z.string(), panelNoteSchema);
type Notes = z.infer<typeof notes>;

const prefix = "inkwright:panels-drawn-again:";
const none: Notes = {};
const stories = new Map<string, Notes>();
const listeners = new Set<() => void>();

function notesOf(storyId: string): Notes {
  const known = stories.get(storyId);
  if (known) return known;
  const kept = read(storyId);
  stories.set(storyId, kept);
  return kept;
}

/** Sets or clears the note of a panel. */
export function notePanel(storyId: string, panelId: string, note: PanelNote | null): void {
  const { [panelId]: _, ...others } = notesOf(storyId);
  const next = note ? { ...others, [panelId]: note } : others;
  stories.set(storyId, next);
  try {
    sessionStorage.setItem(prefix + storyId, JSON.stringify(next));
  } catch {
    // A full or forbidden store: the notes last as long as the page.
  }
  for (const listener of listeners) listener();
}

/** Of a scene that is made anew: what is said of its panels was about those before. */
export function forgetNotes({ storyId, panels }: Pick<Scene, "storyId" | "panels">): void {
  for (const { _id } of panels) notePanel(storyId, _id, null);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const panelNote = (storyId: string, panelId: string): PanelNote | undefined =>
  notesOf(storyId)[panelId];

export const usePanelNote = (storyId: string, panelId: string): PanelNote | undefined =>
  useSyncExternalStore(
    subscribe,
    () => panelNote(storyId, panelId),
    () => undefined,
  );

export const usePanelNotes = (storyId: string): Notes =>
  useSyncExternalStore(
    subscribe,
    () => notesOf(storyId),
    () => none,
  );

function read(storyId: string): Notes {
  try {
    const kept = notes.parse(JSON.parse(sessionStorage.getItem(prefix + storyId) ?? "{}"));
    // A request that was on its way when the page was left has no job that could be asked for.
    return Object.fromEntries(Object.entries(kept).filter(([, note]) => note.jobId || note.error));
  } catch {
    return none;
  }
}
