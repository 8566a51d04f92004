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

/** One after the other: a change is made of what the one before has left. */
export const reorderScope = { id: "order" };

export interface ReorderWrite {
  /** What is done to what: the same press twice is one change, others wait for it. */
  key: string;
  make: () => Promise<ReorderChange>;
}

/** Makes changes of the order, tells each with a way back, and takes it back where that is wanted. */
export function useReorder(storyId: string) {
  const actions = useReorderActions(storyId);
  /** Panels that were taken out: a scene can have them back after the messages are gone. */
  const [removedPanels, setRemovedPanels] = useState(() => loadRemovedPanels(storyId));
  useEffect(() => saveRemovedPanels(storyId, removedPanels), [storyId, removedPanels]);
  /** The last change and when it was made: it is taken back by key as long as its message stands. */
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
      // It went with its scene, or another tab has put it back.
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
    /** A scene that was begun between others. @param onUndone its words are the author's again */
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
