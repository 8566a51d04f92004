"use client";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { ApiError } from "@/lib/platform/http/api-error";
import type { Bubbles } from "@/lib/scenes/bubbles/editing";
import { mergeBubbles } from "@/lib/scenes/bubbles/merge";
import type { Panel } from "@/lib/scenes/schema";
import { storyKeys } from "@/lib/stories/client";
import { type PanelRef, savePanel } from "@/lib/stories/query-cache";
import type { Story } from "@/lib/stories/schema";

/** A panel's number with its id, because another panel can have that number by now. */
type PanelIdentity = PanelRef & { panelId: string };

interface BubbleChange {
  /** The saved bubbles that were edited. */
  base: Bubbles;
  bubbles: Bubbles;
}

const cachedPanel = (queryClient: QueryClient, { storyId, sceneId, panelNumber }: PanelRef) =>
  queryClient
    .getQueryData<Story>(storyKeys.detail(storyId))
    ?.scenes.find(({ _id }) => _id === sceneId)
    ?.panels.find((panel) => panel.panelNumber === panelNumber);

/**
 * Saves edited bubbles, merged with what other tabs have saved meanwhile; the cached story has the
 * answer at once, and is refetched after an error. If both changed the same, the error is
 * `stale_version`, and the cached story has the other version. Saves of one panel run one after the other, since each is based on a version.
 */
export function useSaveBubbles({ panelId, ...panelRef }: PanelIdentity) {
  const queryClient = useQueryClient();
  return useDedupedMutation({
    scope: { id: `bubbles:${panelId}` },
    meta: { handlesError: true },
    onError: () =>
      void queryClient.invalidateQueries({ queryKey: storyKeys.detail(panelRef.storyId) }),
    async mutationFn({ base, bubbles }: BubbleChange): Promise<Panel> {
      const seen = cachedPanel(queryClient, panelRef);
      if (seen?._id !== panelId)
        throw new ApiError("This panel is no longer there.", 404, "not_found");
      return savePanel(queryClient, panelRef, seen, (panel) => {
        const textBubbles = mergeBubbles(base, bubbles, panel.textBubbles);
        return textBubbles && { textBubbles: [...textBubbles] };
      });
    },
  });
}
