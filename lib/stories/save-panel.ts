import type { QueryClient } from "@tanstack/react-query";
import { ApiError } from "@/lib/platform/http/api-error";
import { saveLatest } from "@/lib/platform/http/save-latest";
import { updatePanel } from "@/lib/scenes/client";
import { type Panel, panelDto, type UpdatePanelInput } from "@/lib/scenes/schema";
import { storyKeys } from "./client";
import { type PanelRef, updateCachedPanel } from "./query-cache";

/**
 * Saves a panel by `saveLatest`; the cached story has the answer at once.
 * @throws ApiError, `conflict` if another panel has its number now
 */
export async function savePanel(
  queryClient: QueryClient,
  panelRef: PanelRef,
  seen: Panel,
  changesFor: (panel: Panel) => UpdatePanelInput | null,
): Promise<Panel> {
  const saved = await saveLatest(seen, {
    schema: panelDto,
    changesFor,
    send: (changes) => updatePanel(panelRef.sceneId, panelRef.panelNumber, changes),
    keep(newer) {
      if (newer._id === seen._id) return updateCachedPanel(queryClient, panelRef, newer);
      // This tab does not know of the move yet.
      void queryClient.invalidateQueries({ queryKey: storyKeys.detail(panelRef.storyId) });
      throw new ApiError(
        "This panel was moved or removed in another tab. Please look at the scene and try again.",
        409,
        "conflict",
      );
    },
  });
  await updateCachedPanel(queryClient, panelRef, saved);
  return saved;
}
