"use client";
import { useCallback, useMemo, useRef } from "react";
import { useDraft } from "@/components/ui/forms/use-draft";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { createDrafts } from "@/lib/platform/draft-storage";
import { ApiError } from "@/lib/platform/http/api-error";
import { z } from "@/lib/platform/zod";
import { maxPanels } from "@/lib/scenes/schema";
import {
  focusActionsMenu,
  type RemovedPanel,
  type ReorderChange,
  showUndone,
  showUndoToast,
  undoDuration,
} from "./undo-toast";
import { useReorderActions } from "./use-reorder-actions";

/** Panels removed from the scenes of a story. */
const idText = z.string().max(100);
const removedPanelDrafts = createDrafts<RemovedPanel[]>({
  kind: "removed-panels",
  scope: "tab",
  schema: z
    .array(
      z.object({
        sceneId: idText,
        panelId: idText,
        panelNumber: z.number().max(maxPanels),
        hasUnpublished: z.boolean().optional(),
      }),
    )
    .max(2000),
  emptyValue: [],
});

/** Serializes mutations: each change builds on the result of the one before. */
export const reorderScope = { id: "order" };

export interface ReorderWrite {
  /** Identifies the change: a repeated press is ignored, other changes wait. */
  key: string;
  make: () => Promise<ReorderChange>;
}

/** Runs reorder changes, shows each with Undo, and undoes it on request. */
export function useReorder(storyId: string) {
  const actions = useReorderActions(storyId);
  /** Removed panels, which a scene can restore after the toasts are gone. */
  const [removedPanels, setRemovedPanels] = useDraft(removedPanelDrafts, storyId);
  /**
   * Changes with their times, the newest last: Ctrl+Z undoes a change while its toast may be
   * visible.
   */
  const recent = useRef<{ made: ReorderChange; at: number; toastId: string }[]>([]);
  const forget = (back: RemovedPanel | undefined) =>
    setRemovedPanels(
      removedPanelDrafts.get(storyId).filter(({ panelId }) => panelId !== back?.panelId),
    );
  const { mutate: undo } = useDedupedMutation({
    scope: reorderScope,
    keyOf: ({ key, focus, message }) => key ?? `${focus} ${message}`,
    mutationFn: (change: ReorderChange) => change.undo(),
    onSuccess: (_, undone) => {
      const restored = undone.removedPanel?.panelId;
      const isStillDraft = undone.removedPanel?.hasUnpublished && actions.isDraft();
      showUndone(
        recent.current.find(({ made }) => made === undone)?.toastId,
        isStillDraft
          ? "Your story is still a draft. Publish it again to show it to readers."
          : null,
      );
      recent.current = recent.current.filter(
        ({ made }) => made !== undone && (!restored || made.removedPanel?.panelId !== restored),
      );
      forget(undone.removedPanel);
      focusActionsMenu(undone.focusAfterUndo);
    },
    onError(error, { removedPanel: one }) {
      // Deleted with its scene, or restored by another tab.
      if (error instanceof ApiError && error.code === "not_found") forget(one);
    },
  });
  const offerUndo = useCallback(
    (made: ReorderChange) => {
      const toastId = `change-${performance.now()}`;
      recent.current.push({ made, at: Date.now(), toastId });
      showUndoToast(made, toastId, () => undo(made));
    },
    [undo],
  );
  const { mutate: change } = useDedupedMutation({
    scope: reorderScope,
    keyOf: ({ key }) => key,
    mutationFn: ({ make }: ReorderWrite) => make(),
    onSuccess: (made) => {
      offerUndo(made);
      const { removedPanel: one } = made;
      if (one) setRemovedPanels([...removedPanelDrafts.get(storyId), one]);
      focusActionsMenu(made.focus);
    },
  });
  return useMemo(() => {
    const restorePanel = (one: RemovedPanel) =>
      undo({
        message: `Panel ${one.panelNumber} is back`,
        focus: one.sceneId,
        undo: () => actions.restorePanel(one),
        focusAfterUndo: one.panelId,
        removedPanel: one,
      });
    const undoLast = () => {
      const { made, at } = recent.current.at(-1) ?? { at: 0 };
      if (made && Date.now() - at < undoDuration) undo(made);
    };
    return {
      ...actions,
      change,
      removedPanels,
      restorePanel,
      undoLast,
      /** Shows a change made by other code with Undo. */
      offerUndo,
    };
  }, [actions, change, removedPanels, offerUndo, undo]);
}
export type ReorderControls = ReturnType<typeof useReorder>;
