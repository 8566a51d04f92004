"use client";
import { useSyncExternalStore } from "react";
import { createSessionStore, useSessionStore } from "@/components/ui/utils/session-store";
import { z } from "@/lib/platform/zod";
import type { Scene } from "@/lib/scenes/schema";

/**
 * This tab's state of panels being regenerated: the pending job or its error. In sessionStorage, so
 * that a reload keeps it.
 */
const panelJobStateSchema = z.object({
  /** Null while the request is pending, and after the job has ended. */
  jobId: z.string().max(100).nullable(),
  error: z.object({ text: z.string().max(10_000), isFlagged: z.boolean() }).nullable(),
  /** The picture at the time: a different one makes the state stale. */
  imageUrl: z.string().max(2_000).nullable(),
});
export type PanelJobState = z.infer<typeof panelJobStateSchema>;

const panelJobStatesSchema = z.record(z.string().max(100), panelJobStateSchema);
type PanelJobStates = z.infer<typeof panelJobStatesSchema>;

const store = createSessionStore<PanelJobStates>({
  prefix: "inkwright:panels-drawn-again:",
  schema: panelJobStatesSchema,
  emptyValue: {},
  // A request that was pending when the page closed has no known job.
  restore: (stored) =>
    Object.fromEntries(Object.entries(stored).filter(([, note]) => note.jobId || note.error)),
});

/** Sets or clears the state of a panel. */
export function setPanelJobState(
  storyId: string,
  panelId: string,
  note: PanelJobState | null,
): void {
  const { [panelId]: _, ...others } = store.get(storyId);
  store.set(storyId, note ? { ...others, [panelId]: note } : others);
}

/** Clears the states of a scene that is regenerated, since they concern its old panels. */
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
