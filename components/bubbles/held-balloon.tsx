"use client";
import { useSyncExternalStore } from "react";
import { BubbleView } from "@/components/comic/bubble-view";
import type { TextBubble } from "@/lib/scenes/bubble";
import type { Size } from "@/lib/scenes/bubble-geometry";

/** The balloon of one drag. What it is at the moment only its drawing is told. */
export interface Held {
  id: string;
  now: () => TextBubble;
  move: (bubble: TextBubble) => void;
  subscribe: (listener: () => void) => () => void;
}

export function hold(bubble: TextBubble): Held {
  const listeners = new Set<() => void>();
  let latest = bubble;
  return {
    id: bubble.id,
    now: () => latest,
    move(next) {
      latest = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const never = () => () => {};
const nothing = () => null;

/** What is held, as it is at the moment; null while nothing is. */
export const useHeld = (held: Held | null): TextBubble | null =>
  useSyncExternalStore<TextBubble | null>(held?.subscribe ?? never, held?.now ?? nothing, nothing);

/**
 * The balloon that is dragged, in a layer of its own above the others: a frame of a drag draws it
 * and nothing else.
 */
export function HeldBalloon({ held, size }: { held: Held; size: Size }) {
  const bubble = useHeld(held);
  return (
    <svg
      className="panel-bubbles panel-bubbles-layer"
      viewBox={`0 0 ${size.width} ${size.height}`}
      aria-hidden="true"
    >
      {bubble && <BubbleView bubble={bubble} panel={size} />}
    </svg>
  );
}
