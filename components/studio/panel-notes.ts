"use client";
import { useSyncExternalStore } from "react";
import { createSessionStore, useSessionStore } from "@/components/ui/session-store";
import { z } from "@/lib/platform/zod";
import type { Scene } from "@/lib/scenes/schema";

/**
 * What this tab knows of panels whose author asked for another picture: the job that is awaited, or
 * the text of its failure. Kept for the tab, so that a reload loses neither.
 */
const panelNoteSchema = z.object({
  /** Null while the request is on its way, and once the job has ended. */
  jobId: z.string().max(100).nullable(),
  error: z.object({ text: z.string().max(10_000), isFlagged: z.boolean() }).nullable(),
  /** The picture that stood there: another one makes the note out of date. */
  imageUrl: z.string().max(2_000).nullable(),
});
export type PanelNote = z.infer<typeof panelNoteSchema>;

const notes = z.record(z.string().max(100), panelNoteSchema);
type Notes = z.infer<typeof notes>;

const stories = createSessionStore<Notes>({
  prefix: "inkwright:panels-drawn-again:",
  schema: notes,
  none: {},
  // A request that was on its way when the page was left has no job that could be asked for.
  restore: (kept) =>
    Object.fromEntries(Object.entries(kept).filter(([, note]) => note.jobId || note.error)),
});

/** Sets or clears the note of a panel. */
export function notePanel(storyId: string, panelId: string, note: PanelNote | null): void {
  const { [panelId]: _, ...others } = stories.get(storyId);
  stories.set(storyId, note ? { ...others, [panelId]: note } : others);
}

/** Of a scene that is made anew: what is said of its panels was about those before. */
export function forgetNotes({ storyId, panels }: Pick<Scene, "storyId" | "panels">): void {
  for (const { _id } of panels) notePanel(storyId, _id, null);
}

export const panelNote = (storyId: string, panelId: string): PanelNote | undefined =>
  stories.get(storyId)[panelId];

export const usePanelNote = (storyId: string, panelId: string): PanelNote | undefined =>
  useSyncExternalStore(
    stories.subscribe,
    () => panelNote(storyId, panelId),
    () => undefined,
  );

export const usePanelNotes = (storyId: string): Notes => useSessionStore(stories, storyId);
