"use client";
import type { QueryClient } from "@tanstack/react-query";
import { createSessionStore, useSessionStore } from "@/components/ui/utils/session-store";
import { generationKeys } from "@/lib/generation/client";
import { z } from "@/lib/platform/zod";
import type { Scene } from "@/lib/scenes/schema";

const sceneIdsSchema = z.array(z.string().max(100)).max(1_000);

/**
 * Scenes that this tab has started and whose outcome it has not reported. In sessionStorage, so
 * that the tab still waits for them after a reload, and no other tab reports them too.
 */
const store = createSessionStore<string[]>({
  prefix: "inkwright:scenes-under-way:",
  schema: sceneIdsSchema,
  emptyValue: [],
});

/** Watches a scene to report its outcome and its new entities. */
export function watchScene(queryClient: QueryClient, scene: Pick<Scene, "_id" | "storyId">): void {
  // Cached progress of an earlier generation would end the watch at once.
  queryClient.removeQueries({ queryKey: generationKeys.scene(scene._id) });
  const others = store.get(scene.storyId).filter((id) => id !== scene._id);
  store.set(scene.storyId, [...others, scene._id]);
}

/** Ends the watch. @returns whether there was one: the caller that ended it reports the outcome */
export function unwatchScene(storyId: string, sceneId: string): boolean {
  const watched = store.get(storyId);
  if (!watched.includes(sceneId)) return false;
  const others = watched.filter((id) => id !== sceneId);
  store.set(storyId, others.length > 0 ? others : store.emptyValue);
  return true;
}

export const useWatchedScenes = (storyId: string): string[] => useSessionStore(store, storyId);
