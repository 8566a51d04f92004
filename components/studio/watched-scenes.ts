"use client";
import type { QueryClient } from "@tanstack/react-query";
import { createSessionStore, useSessionStore } from "@/components/ui/utils/session-store";
import { generationKeys } from "@/lib/generation/client";
import { z } from "@/lib/platform/zod";
import type { Scene } from "@/lib/scenes/schema";

/**
 * Scenes that this tab has started and whose end it has not told yet. Kept for the tab: a reload
 * waits on, other tabs tell nothing, and nothing is told twice.
 */
const sceneIdsSchema = z.array(z.string().max(100)).max(1_000);

const store = createSessionStore<string[]>({
  prefix: "inkwright:scenes-under-way:",
  schema: sceneIdsSchema,
  emptyValue: [],
});

/** Tells how this scene ends, with everybody and everything it brings into the story. */
export function watchScene(queryClient: QueryClient, scene: Pick<Scene, "_id" | "storyId">): void {
  // What is known of an earlier generation of it would end the watch at once.
  queryClient.removeQueries({ queryKey: generationKeys.scene(scene._id) });
  const others = store.get(scene.storyId).filter((id) => id !== scene._id);
  store.set(scene.storyId, [...others, scene._id]);
}

/** Ends the watch. @returns whether there was one: whoever ended it tells the outcome */
export function unwatchScene(storyId: string, sceneId: string): boolean {
  const watched = store.get(storyId);
  if (!watched.includes(sceneId)) return false;
  const others = watched.filter((id) => id !== sceneId);
  store.set(storyId, others.length > 0 ? others : store.emptyValue);
  return true;
}

export const useWatchedScenes = (storyId: string): string[] => useSessionStore(store, storyId);
