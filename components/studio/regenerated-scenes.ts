"use client";
import { ifKept } from "@/components/ui/if-kept";

/** Scenes that this tab has asked to be made anew: their end is told in other words than a first one's. */
const prefix = "inkwright:scene-anew:";
const asked = new Set<string>();

export function noteRegeneration(sceneId: string): void {
  asked.add(sceneId);
  // A reload waits on.
  ifKept(() => sessionStorage.setItem(prefix + sceneId, "1"));
}

/** Whether the scene was asked for anew; says so once. */
export function takeRegeneration(sceneId: string): boolean {
  const isKept = ifKept(() => sessionStorage.getItem(prefix + sceneId) !== null) ?? false;
  ifKept(() => sessionStorage.removeItem(prefix + sceneId));
  return asked.delete(sceneId) || isKept;
}
