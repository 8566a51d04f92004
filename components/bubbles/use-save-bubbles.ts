"use client";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { isSameValue } from "@/components/ui/forms/draft-storage";
import { ApiError } from "@/lib/platform/http/api-error";
import type { Bubbles } from "@/lib/scenes/bubbles/editing";
import { movedPanelError, panelFromConflict, updatePanel } from "@/lib/scenes/client";
import type { Panel } from "@/lib/scenes/schema";
import { storyKeys } from "@/lib/stories/client";
import { type PanelRef, updateCachedPanel } from "@/lib/stories/query-cache";
import type { Story } from "@/lib/stories/schema";

/** Saves of one panel run in sequence, since each save is based on the previous version. */
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

/** A panel's number with its id, because another panel can have that number by now. */
type PanelIdentity = PanelRef & { panelId: string };

/** The base of an edit: saved bubbles and the panel version that had them. */
interface BaseBubbles {
  bubbles: Bubbles;
  /** By default the version in the cache. */
  version?: number | undefined;
}

/**
 * Saves the bubbles of a panel that were edited from `before`. Retries on a newer version with the
 * same bubbles, such as one with another picture; any other newer version is a conflict, and the
 * current panel goes into the cache.
 * @throws ApiError, `not_found` if the panel was deleted
 */
async function saveBubbles(
  queryClient: QueryClient,
  { panelId, ...identity }: PanelIdentity,
  before: BaseBubbles,
  bubbles: Bubbles,
): Promise<Panel> {
  const shown = getCachedPanel(queryClient, identity);
  if (shown?._id !== panelId)
    throw new ApiError("This panel is no longer there.", 404, "not_found");
  let version = before.version ?? shown.version;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const saved = await updatePanel(identity.sceneId, identity.panelNumber, {
        textBubbles: [...bubbles],
        version,
      });
      await updateCachedPanel(queryClient, identity, saved);
      return saved;
    } catch (error) {
      const current = panelFromConflict(error);
      if (!current) throw error;
      if (current._id !== panelId) {
        // Another panel has this number, which this tab does not know yet.
        void queryClient.invalidateQueries({ queryKey: storyKeys.detail(identity.storyId) });
        throw movedPanelError();
      }
      if (attempt === 3 || !isSameValue(current.textBubbles, before.bubbles)) {
        await updateCachedPanel(queryClient, identity, current);
        throw error;
      }
      version = current.version;
    }
  }
}

/** Saves the bubbles of one panel, and shows them optimistically. */
export function useSaveBubbles(identity: PanelIdentity) {
  const queryClient = useQueryClient();
  const { storyId, sceneId, panelNumber, panelId } = identity;
  const save = useCallback(
    (before: BaseBubbles, bubbles: Bubbles): Promise<Panel> => {
      const target = { storyId, sceneId, panelNumber, panelId };
      // A mutation, so that it pauses without a connection.
      const options = {
        mutationFn: () => saveBubbles(queryClient, target, before, bubbles),
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
