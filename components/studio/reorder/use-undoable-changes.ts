"use client";
import { useEffect, useMemo, useRef, useState } from "react";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { toast } from "@/components/ui/toast";
import { ApiError } from "@/lib/platform/http/api-error";
import type { Scene } from "@/lib/scenes/schema";
import { loadRemovedPanels, saveRemovedPanels } from "./removed-panels";
import {
  focusActionsMenu,
  type RemovedPanel,
  type ReorderChange,
  showUndoToast,
  undoDuration,
} from "./undo-toast";
import { useReorderActions } from "./use-reorder-actions";

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
  const [removedPanels, setRemovedPanels] = useState(() => loadRemovedPanels(storyId));
  useEffect(() => saveRemovedPanels(storyId, removedPanels), [storyId, removedPanels]);
  /** The last change and its time: Ctrl+Z undoes it while its toast is visible. */
  const last = useRef<{ made: ReorderChange; at: number } | null>(null);
  const forget = (back: RemovedPanel | undefined) =>
    setRemovedPanels((before) => before.filter(({ panelId }) => panelId !== back?.panelId));
  const { mutate: undo } = useDedupedMutation({
    scope: reorderScope,
    keyOf: ({ focus, message }) => `${focus} ${message}`,
    mutationFn: (change: ReorderChange) => change.undo(),
    onSuccess: (_, undone) => {
      const made = last.current?.made;
      const isBack =
        made?.removedPanel && made.removedPanel.panelId === undone.removedPanel?.panelId;
      if (made === undone || isBack) last.current = null;
      toast.info("Undone");
      forget(undone.removedPanel);
      focusActionsMenu(undone.focusAfterUndo);
    },
    onError(error, { removedPanel: one }) {
      // Deleted with its scene, or restored by another tab.
      if (error instanceof ApiError && error.code === "not_found") forget(one);
    },
  });
  const { mutate: change } = useDedupedMutation({
    scope: reorderScope,
    keyOf: ({ key }) => key,
    mutationFn: ({ make }: ReorderWrite) => make(),
    onSuccess: (made) => {
      last.current = { made, at: Date.now() };
      showUndoToast(made, () => undo(made));
      const { removedPanel: one } = made;
      if (one) setRemovedPanels((before) => [...before, one]);
      focusActionsMenu(made.focus);
    },
  });
  return useMemo(() => {
    /** Announces a scene inserted between others. @param onUndone restores its prompt */
    const announceInsertion = (
      { _id, sceneNumber }: Scene,
      besideId: string,
      onUndone: () => void,
    ) => {
      const message = `The new scene is scene ${sceneNumber}`;
      const undoInsertion = async () => {
        await actions.dropScene(_id);
        onUndone();
      };
      const made: ReorderChange = {
        message,
        focus: _id,
        undo: undoInsertion,
        focusAfterUndo: besideId,
      };
      last.current = { made, at: Date.now() };
      showUndoToast(made, () => undo(made));
    };
    const putBack = (one: RemovedPanel) =>
      undo({
        message: `Panel ${one.panelNumber} is back`,
        focus: one.sceneId,
        undo: () => actions.putBack(one),
        focusAfterUndo: one.panelId,
        removedPanel: one,
      });
    const undoLast = () => {
      const { made, at } = last.current ?? { at: 0 };
      if (made && Date.now() - at < undoDuration) undo(made);
    };
    return {
      ...actions,
      change,
      lost: removedPanels,
      putBack,
      undoLast,
      tellInserted: announceInsertion,
    };
  }, [actions, change, removedPanels, undo]);
}
export type ReorderControls = ReturnType<typeof useReorder>;
