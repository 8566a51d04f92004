"use client";
import type { QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { generationKeys } from "@/lib/generation/client";
import { z } from "@/lib/platform/zod";
import type { Scene } from "@/lib/scenes/schema";

/**
 * Scenes that this tab has started and whose end it has not told yet. Kept for the tab: a reload
 * waits on, other tabs tell nothing, and nothing is told twice.
 */
const prefix = "inkwright:scenes-under-way:";
const none: string[] = [];
const stories = new Map<string, string[]>();
const listeners = new Set<() => void>();

function watchedOf(storyId: string): string[] {
  const known = stories.get(storyId);
  if (known) return known;
  const kept = read(storyId);
  stories.set(storyId, kept);
  return kept;
}

function write(storyId: string, sceneIds: string[]): void {
  stories.set(storyId, sceneIds);
  try {
    if (sceneIds.length > 0) sessionStorage.setItem(prefix + storyId, JSON.stringify(sceneIds));
    else sessionStorage.removeItem(prefix + storyId);
  } catch {
    // A full or forbidden store: the scenes are watched as long as the page lasts.
  }
  for (const listener of listeners) listener();
}

/** Tells how this scene ends, with everybody and everything it brings into the story. */
export function watchScene(queryClient: QueryClient, scene: Pick<Scene, "_id" | "storyId">): void {
  // What is known of an earlier generation of it would end the watch at once.
  queryClient.removeQueries({ queryKey: generationKeys.scene(scene._id) });
  const others = watchedOf(scene.storyId).filter((id) => id !== scene._id);
  write(scene.storyId, [...others, scene._id]);
}

/** Ends the watch. @returns whether there was one: whoever ended it tells the outcome */
export function unwatchScene(storyId: string, sceneId: string): boolean {
  const watched = watchedOf(storyId);
  if (!watched.includes(sceneId)) return false;
  write(
    storyId,
    watched.filter((id) => id !== sceneId),
  );
  return true;
}

export const useWatchedScenes = (storyId: string): string[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => watchedOf(storyId),
    () => none,
  );

function read(storyId: string): string[] {
  try {
    return z.array(z.string()).parse(JSON.parse(sessionStorage.getItem(prefix + storyId) ?? "[]"));
  } catch {
    return none;
  }
}
