import { ifKept } from "@/components/ui/if-kept";
import { z } from "@/lib/platform/zod";
import { maxPanels } from "@/lib/scenes/schema";
import type { LostPanel } from "./tell-change";

/** Panels that were taken out of the scenes of a story, kept for the tab: a reload loses none. */
const text = z.string().max(100);
const lostPanels = z
  .array(z.object({ sceneId: text, panelId: text, panelNumber: z.number().max(maxPanels) }))
  .max(2000);

const keyOf = (storyId: string) => `inkwright:panels-taken-out:${storyId}`;

export const lostOf = (storyId: string): LostPanel[] =>
  ifKept(() => lostPanels.parse(JSON.parse(sessionStorage.getItem(keyOf(storyId)) ?? "[]"))) ?? [];

export function keepLost(storyId: string, lost: LostPanel[]): void {
  ifKept(() => {
    if (lost.length > 0) sessionStorage.setItem(keyOf(storyId), JSON.stringify(lost));
    else sessionStorage.removeItem(keyOf(storyId));
  });
}
