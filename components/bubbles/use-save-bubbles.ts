"use client";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { ApiError } from "@/lib/platform/http/api-error";
import type { Bubbles } from "@/lib/scenes/bubbles/editing";
import { mergeBubbles } from "@/lib/scenes/bubbles/merge";
import { movedPanelError, panelFromConflict, updatePanel } from "@/lib/scenes/client";
import type { Panel } from "@/lib/scenes/schema";
import { storyKeys } from "@/lib/stories/client";
import { type PanelRef, updateCachedPanel } from "@/lib/stories/query-cache";
import type { Story } from "@/lib/stories/schema";

/** A panel's number with its id, because another panel can have that number by now. */
type PanelIdentity = PanelRef & { panelId: string };

interface BubbleChange {
  /** The saved bubbles that were edited. */
  base: Bubbles;
  bubbles: Bubbles;
}

/** Saves that a newer version refuses; the next one is based on that version. */
const maxAttempts = 3;

const cachedPanel = (queryClient: QueryClient, { storyId, sceneId, panelNumber }: PanelRef) =>
  queryClient
    .getQueryData<Story>(storyKeys.detail(storyId))
    ?.scenes.find(({ _id }) => _id === sceneId)
    ?.panels.find((panel) => panel.panelNumber === panelNumber);

/**
 * Saves edited bubbles, merged with what other tabs have saved meanwhile; the cached story has the
 * answer at once. If both changed the same, the error is `stale_version`, and the cached story has
 * the other version. Saves of one panel run one after the other, since each is based on a version.
 */
export function useSaveBubbles({ panelId, ...panelRef }: PanelIdentity) {
  const queryClient = useQueryClient();
  return useDedupedMutation({
    scope: { id: `bubbles:${panelId}` },
    meta: { handlesError: true },
    async mutationFn({ base, bubbles }: BubbleChange): Promise<Panel> {
      let current = cachedPanel(queryClient, panelRef);
      if (current?._id !== panelId)
        throw new ApiError("This panel is no longer there.", 404, "not_found");
      let refusal: unknown = new ApiError(
        "This panel was changed elsewhere in the meantime. Please look at it and try again.",
        409,
        "stale_version",
      );
      for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
        const textBubbles = mergeBubbles(base, bubbles, current.textBubbles);
        if (!textBubbles) break;
        try {
          const changes = { textBubbles: [...textBubbles], version: current.version };
          const saved = await updatePanel(panelRef.sceneId, panelRef.panelNumber, changes);
          await updateCachedPanel(queryClient, panelRef, saved);
          return saved;
        } catch (error) {
          const newer = panelFromConflict(error);
          if (!newer) throw error;
          if (newer._id !== panelId) {
            // Another panel has this number, which this tab does not know yet.
            void queryClient.invalidateQueries({ queryKey: storyKeys.detail(panelRef.storyId) });
            throw movedPanelError();
          }
          await updateCachedPanel(queryClient, panelRef, newer);
          current = newer;
          refusal = error;
        }
      }
      throw refusal;
    },
  });
}
