import { z } from "@/lib/platform/zod";
import type { LostPanel } from "./tell-change";

/** Panels that were taken out of the scenes of a story, kept for the tab: a reload loses none. */
const lostPanels = z.array(
  z.object({ sceneId: z.string(), panelId: z.string(), panelNumber: z.number() }),
);

const keyOf = (storyId: string) => `inkwright:panels-taken-out:${storyId}`;

export function lostOf(storyId: string): LostPanel[] {
  try {
    return lostPanels.parse(JSON.parse(sessionStorage.getItem(keyOf(storyId)) ?? "[]"));
  } catch {
    return [];
  }
}

export function keepLost(storyId: string, lost: LostPanel[]): void {
  try {
    if (lost.length > 0) sessionStorage.setItem(keyOf(storyId), JSON.stringify(lost));
    else sessionStorage.removeItem(keyOf(storyId));
  } catch {
    // They can be put back as long as the page is there.
  }
}
