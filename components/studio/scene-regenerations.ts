"use client";
import { tryStorage } from "@/components/ui/utils/try-storage";

/** Scenes that this tab has regenerated: their outcome has its own messages. */
const storagePrefix = "inkwright:scene-anew:";
const regeneratingIds = new Set<string>();

export function markRegenerating(sceneId: string): void {
  regeneratingIds.add(sceneId);
  // Survives a reload.
  tryStorage(() => sessionStorage.setItem(storagePrefix + sceneId, "1"));
}

/** Whether the scene was regenerated; clears the mark. */
export function consumeRegeneration(sceneId: string): boolean {
  const isStored =
    tryStorage(() => sessionStorage.getItem(storagePrefix + sceneId) !== null) ?? false;
  tryStorage(() => sessionStorage.removeItem(storagePrefix + sceneId));
  return regeneratingIds.delete(sceneId) || isStored;
}
