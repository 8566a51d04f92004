"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { ApiError, messageOf } from "@/lib/platform/http/api-error";
import { changesUnlessStale } from "@/lib/platform/http/save-latest";
import { panelOutfitsOptions } from "@/lib/scenes/client";
import type { Panel, UpdatePanelInput } from "@/lib/scenes/schema";
import { savePanel } from "@/lib/stories/query-cache";

/** Saves fields of a panel that no other tab has changed meanwhile. The caller shows errors. */
export const useSavePanel = (storyId: string, sceneId: string, panel: Panel) =>
  useSavePanelChanges(storyId, sceneId, panel, (changes: UpdatePanelInput) =>
    changesUnlessStale(panel, changes),
  );

/** `useSavePanel` for changes that `changesFor` applies to a version, as for `saveLatest`. */
export function useSavePanelChanges<Changes>(
  storyId: string,
  sceneId: string,
  panel: Panel,
  changesFor: (changes: Changes) => (latest: Panel) => UpdatePanelInput | null,
) {
  const queryClient = useQueryClient();
  const { panelNumber } = panel;
  return useDedupedMutation({
    async mutationFn(changes: Changes) {
      try {
        const panelRef = { storyId, sceneId, panelNumber };
        return await savePanel(queryClient, panelRef, panel, changesFor(changes));
      } catch (error) {
        // The specification fixes these words; code and fields stay.
        if (error instanceof ApiError)
          error.message = `Failed to update panel: ${messageOf(error)}`;
        throw error;
      }
    },
    meta: { handlesError: true },
    onSettled: () =>
      queryClient.invalidateQueries({
        queryKey: panelOutfitsOptions(sceneId, panelNumber).queryKey,
      }),
  });
}
