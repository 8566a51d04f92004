"use client";
import { useSyncExternalStore } from "react";
import { createSessionStore, useSessionStore } from "@/components/ui/utils/session-store";
import { z } from "@/lib/platform/zod";
import type { Scene } from "@/lib/scenes/schema";

/**
 * What this tab knows of panels whose author asked for another picture: the job that is awaited, or
 * the text of its failure. Kept for the tab, so that a reload loses neither.
 */
const panelJobStateSchema = z.object({
  /** Null while the request is on its way, and once the job has ended. */
  jobId: z.string().max(100).nullable(),
  error: z.object({ text: z.string().max(10_000), isFlagged: z.boolean() }).nullable(),
  /** The picture that stood there: another one makes the note out of date. */
  imageUrl: z.string().max(2_000).nullable(),
});
export type PanelJobState = z.infer<typeof panelJobStateSchema>;

const panelJobStatesSchema = z.record(z.string().max(100), panelJobStateSchema);
type PanelJobStates = z.infer<typeof panelJobStatesSchema>;

const store = createSessionStore<PanelJobStates>({
  prefix: "inkwright:panels-drawn-again:",
  schema: panelJobStatesSchema,
  emptyValue: {},
  // A request that was on its way when the page was left has no job that could be asked for.
  restore: (stored) =>
    Object.fromEntries(Object.entries(stored).filter(([, note]) => note.jobId || note.error)),
});

/** Sets or clears the note of a panel. */
export function setPanelJobState(
  storyId: string,
  panelId: string,
  note: PanelJobState | null,
): void {
  const { [panelId]: _, ...others } = store.get(storyId);
  store.set(storyId, note ? { ...others, [panelId]: note } : others);
}

/** Of a scene that is made anew: what is said of its panels was about those before. */
export function clearPanelJobStates({ storyId, panels }: Pick<Scene, "storyId" | "panels">): void {
  for (const { _id } of panels) setPanelJobState(storyId, _id, null);
}

export const getPanelJobState = (storyId: string, panelId: string): PanelJobState | undefined =>
  store.get(storyId)[panelId];

export const usePanelJobState = (storyId: string, panelId: string): PanelJobState | undefined =>
  useSyncExternalStore(
    store.subscribe,
    () => getPanelJobState(storyId, panelId),
    () => undefined,
  );

export const usePanelJobStates = (storyId: string): PanelJobStates =>
  useSessionStore(store, storyId);
