"use client";
import { useEffect, useMemo, useRef, useState } from "react";
import { toast } from "@/components/ui/toast";
import { useWrite } from "@/components/ui/use-write";
import { ApiError } from "@/lib/platform/http/api-error";
import type { Scene } from "@/lib/scenes/schema";
import { keepLost, lostOf } from "./lost-panels";
import {
  type LostPanel,
  type OrderChange,
  showActions,
  tellChange,
  undoDuration,
} from "./tell-change";
import { useOrderDeeds } from "./use-order-deeds";

/** One after the other: a change is made of what the one before has left. */
export const orderScope = { id: "order" };

export interface OrderWrite {
  /** What is done to what: the same press twice is one change, others wait for it. */
  of: string;
  make: () => Promise<OrderChange>;
}

/** Makes changes of the order, tells each with a way back, and takes it back where that is wanted. */
export function useOrder(storyId: string) {
  const deeds = useOrderDeeds(storyId);
  /** Panels that were taken out: a scene can have them back after the messages are gone. */
  const [lost, setLost] = useState(() => lostOf(storyId));
  useEffect(() => keepLost(storyId, lost), [storyId, lost]);
  /** The last change and when it was made: it is taken back by key as long as its message stands. */
  const last = useRef<{ made: OrderChange; at: number } | null>(null);
  const forget = (back: LostPanel | undefined) =>
    setLost((before) => before.filter(({ panelId }) => panelId !== back?.panelId));
  const { mutate: undo } = useWrite({
    scope: orderScope,
    keyOf: ({ focus, said }) => `${focus} ${said}`,
    mutationFn: (change: OrderChange) => change.undo(),
    onSuccess: (_, undone) => {
      const made = last.current?.made;
      const isBack = made?.lost && made.lost.panelId === undone.lost?.panelId;
      if (made === undone || isBack) last.current = null;
      toast.info("Undone");
      forget(undone.lost);
      showActions(undone.focusUndone);
    },
    onError(error, { lost: one }) {
      // It went with its scene, or another tab has put it back.
      if (error instanceof ApiError && error.code === "not_found") forget(one);
    },
  });
  const { mutate: change } = useWrite({
    scope: orderScope,
    keyOf: ({ of }) => of,
    mutationFn: ({ make }: OrderWrite) => make(),
    onSuccess: (made) => {
      last.current = { made, at: Date.now() };
      tellChange(made, () => undo(made));
      const { lost: one } = made;
      if (one) setLost((before) => [...before, one]);
      showActions(made.focus);
    },
  });
  return useMemo(() => {
    /** A scene that was begun between others. @param onUndone its words are the author's again */
    const tellInserted = ({ _id, sceneNumber }: Scene, besideId: string, onUndone: () => void) => {
      const said = `The new scene is scene ${sceneNumber}`;
      const undoIt = async () => {
        await deeds.dropScene(_id);
        onUndone();
      };
      const made = { said, focus: _id, undo: undoIt, focusUndone: besideId };
      last.current = { made, at: Date.now() };
      tellChange(made, () => undo(made));
    };
    const putBack = (one: LostPanel) =>
      undo({
        said: `Panel ${one.panelNumber} is back`,
        focus: one.sceneId,
        undo: () => deeds.putBack(one),
        focusUndone: one.panelId,
        lost: one,
      });
    const undoLast = () => {
      const { made, at } = last.current ?? { at: 0 };
      if (made && Date.now() - at < undoDuration) undo(made);
    };
    return { ...deeds, change, lost, putBack, undoLast, tellInserted };
  }, [deeds, change, lost, undo]);
}
export type Order = ReturnType<typeof useOrder>;
