"use client";
import { useMemo, useRef, useState } from "react";
import { toast } from "@/components/ui/toast";
import { useWrite } from "@/components/ui/use-write";
import type { Scene } from "@/lib/scenes/schema";
import { type OrderChange, showActions, tellChange, undoDuration } from "./tell-change";
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
  /** Changes that took a panel out: its scene can have it back after their messages are gone. */
  const [lost, setLost] = useState<OrderChange[]>([]);
  /** The last change and when it was made: it is taken back by key as long as its message stands. */
  const last = useRef<{ made: OrderChange; at: number } | null>(null);
  const { mutate: undo } = useWrite({
    scope: orderScope,
    keyOf: ({ focus, said }) => `${focus} ${said}`,
    mutationFn: (change: OrderChange) => change.undo(),
    onSuccess: (_, undone) => {
      if (last.current?.made === undone) last.current = null;
      toast.info("Undone");
      setLost((before) => before.filter((change) => change !== undone));
      showActions(undone.focusUndone);
    },
  });
  const { mutate: change } = useWrite({
    scope: orderScope,
    keyOf: ({ of }) => of,
    mutationFn: ({ make }: OrderWrite) => make(),
    onSuccess: (made) => {
      last.current = { made, at: Date.now() };
      tellChange(made, () => undo(made));
      if (made.lost) setLost((before) => [...before, made]);
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
    const undoLast = () => {
      const { made, at } = last.current ?? { at: 0 };
      if (made && Date.now() - at < undoDuration) undo(made);
    };
    return { ...deeds, change, lost, undo, undoLast, tellInserted };
  }, [deeds, change, lost, undo]);
}
export type Order = ReturnType<typeof useOrder>;
