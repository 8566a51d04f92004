"use client";
import { tryStorage } from "@/components/ui/utils/try-storage";

/** Scenes that this tab has asked to be made anew: their end is told in other words than a first one's. */
const storagePrefix = "inkwright:scene-anew:";
const regeneratingIds = new Set<string>();

export function markRegenerating(sceneId: string): void {
  regeneratingIds.add(sceneId);
  // A reload waits on.
  tryStorage(() => sessionStorage.setItem(storagePrefix + sceneId, "1"));
}

/** Whether the scene was asked for anew; says so once. */
export function consumeRegeneration(sceneId: string): boolean {
  const isStored =
    tryStorage(() => sessionStorage.getItem(storagePrefix + sceneId) !== null) ?? false;
  tryStorage(() => sessionStorage.removeItem(storagePrefix + sceneId));
  return regeneratingIds.delete(sceneId) || isStored;
}
