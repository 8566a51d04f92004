"use client";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { isSameValue } from "@/components/ui/forms/draft-storage";
import { ApiError } from "@/lib/platform/http/api-error";
import type { Bubbles } from "@/lib/scenes/bubble-editing";
import { movedPanelError, panelFromConflict, updatePanel } from "@/lib/scenes/client";
import type { Panel } from "@/lib/scenes/schema";
import { storyKeys } from "@/lib/stories/client";
import { type PanelRef, updateCachedPanel } from "@/lib/stories/query-cache";
import type { Story } from "@/lib/stories/schema";

/** Saves of one panel go out one after the other: each is based on the version before it. */
const pendingSaves = new Map<string, Promise<unknown>>();

function runSerially<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = pendingSaves.get(key) ?? Promise.resolve();
  const next = before.then(work, work);
  const settled = next.then(
    () => undefined,
    () => undefined,
  );
  pendingSaves.set(key, settled);
  void settled.then(() => pendingSaves.get(key) === settled && pendingSaves.delete(key));
  return next;
}

const getCachedPanel = (queryClient: QueryClient, { storyId, sceneId, panelNumber }: PanelRef) =>
  queryClient
    .getQueryData<Story>(storyKeys.detail(storyId))
    ?.scenes.find(({ _id }) => _id === sceneId)
    ?.panels.find((panel) => panel.panelNumber === panelNumber);

/** A panel by its number, and which one that is: another may have its number by now. */
type PanelIdentity = PanelRef & { panelId: string };

/** The bubbles that others were made from, and the version of the panel that had them. */
interface BaseBubbles {
  bubbles: Bubbles;
  /** Where it is not known, the one that is on the page. */
  version?: number | undefined;
}

/**
 * Saves the bubbles of a panel that were changed from `before`. A newer version with the same bubbles,
 * such as one with another picture, is no reason to ask; any other refuses, with the current panel
 * on the page.
 * @throws ApiError, `not_found` where the panel is not there any more
 */
async function saveBubbles(
  queryClient: QueryClient,
  { panelId, ...place }: PanelIdentity,
  before: BaseBubbles,
  bubbles: Bubbles,
): Promise<Panel> {
  const shown = getCachedPanel(queryClient, place);
  if (shown?._id !== panelId)
    throw new ApiError("This panel is no longer there.", 404, "not_found");
  let version = before.version ?? shown.version;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const saved = await updatePanel(place.sceneId, place.panelNumber, {
        textBubbles: [...bubbles],
        version,
      });
      await updateCachedPanel(queryClient, place, saved);
      return saved;
    } catch (error) {
      const current = panelFromConflict(error);
      if (!current) throw error;
      if (current._id !== panelId) {
        // Another one stands in its place, and this tab has not heard of it yet.
        void queryClient.invalidateQueries({ queryKey: storyKeys.detail(place.storyId) });
        throw movedPanelError();
      }
      if (attempt === 3 || !isSameValue(current.textBubbles, before.bubbles)) {
        await updateCachedPanel(queryClient, place, current);
        throw error;
      }
      version = current.version;
    }
  }
}

/** For the bubbles of one panel: a way to save them, and one to show them before they are saved. */
export function useSaveBubbles(place: PanelIdentity) {
  const queryClient = useQueryClient();
  const { storyId, sceneId, panelNumber, panelId } = place;
  const save = useCallback(
    (before: BaseBubbles, bubbles: Bubbles): Promise<Panel> => {
      const there = { storyId, sceneId, panelNumber, panelId };
      // A mutation, as other writes are: without a connection it waits for one.
      const options = {
        mutationFn: () => saveBubbles(queryClient, there, before, bubbles),
        meta: { handlesError: true },
      };
      return runSerially(`${sceneId} ${panelNumber}`, () =>
        queryClient.getMutationCache().build(queryClient, options).execute(undefined),
      );
    },
    [queryClient, storyId, sceneId, panelNumber, panelId],
  );
  const show = useCallback(
    (bubbles: Bubbles) =>
      updateCachedPanel(
        queryClient,
        { storyId, sceneId, panelNumber },
        { textBubbles: [...bubbles] },
      ),
    [queryClient, storyId, sceneId, panelNumber],
  );
  const shown = useCallback(
    () => getCachedPanel(queryClient, { storyId, sceneId, panelNumber }),
    [queryClient, storyId, sceneId, panelNumber],
  );
  const refetch = useCallback(
    () => queryClient.invalidateQueries({ queryKey: storyKeys.detail(storyId) }),
    [queryClient, storyId],
  );
  return { save, show, shown, refetch };
}
