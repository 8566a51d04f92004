import { tryStorage } from "@/components/ui/utils/try-storage";
import { z } from "@/lib/platform/zod";
import { maxPanels } from "@/lib/scenes/schema";
import type { RemovedPanel } from "./undo-toast";

/** Panels removed from the scenes of a story, in sessionStorage, so that a reload keeps them. */
const idText = z.string().max(100);
const removedPanelsSchema = z
  .array(z.object({ sceneId: idText, panelId: idText, panelNumber: z.number().max(maxPanels) }))
  .max(2000);

const keyOf = (storyId: string) => `inkwright:panels-taken-out:${storyId}`;

export const loadRemovedPanels = (storyId: string): RemovedPanel[] =>
  tryStorage(() =>
    removedPanelsSchema.parse(JSON.parse(sessionStorage.getItem(keyOf(storyId)) ?? "[]")),
  ) ?? [];

export function saveRemovedPanels(storyId: string, removedPanels: RemovedPanel[]): void {
  tryStorage(() => {
    if (removedPanels.length > 0)
      sessionStorage.setItem(keyOf(storyId), JSON.stringify(removedPanels));
    else sessionStorage.removeItem(keyOf(storyId));
  });
}
