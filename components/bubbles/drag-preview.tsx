"use client";
import { useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { BubbleShape, Lettering } from "@/components/comic/bubble-view";
import { cx } from "@/components/ui/utils/cx";
import { createListeners } from "@/components/ui/utils/listeners";
import {
  type BubbleGeometry,
  drawnGeometry,
  type PanelLayout,
} from "@/lib/scenes/bubbles/geometry";
import type { TextBubble } from "@/lib/scenes/bubbles/schema";

/** The bubble being dragged. Only its own drawing subscribes to it. */
export interface DragPreview {
  id: string;
  now: () => TextBubble;
  move: (bubble: TextBubble) => void;
  subscribe: (listener: () => void) => () => void;
}

export function createDragPreview(bubble: TextBubble): DragPreview {
  const { notify, subscribe } = createListeners();
  let latest = bubble;
  return {
    id: bubble.id,
    now: () => latest,
    move(next) {
      latest = next;
      notify();
    },
    subscribe,
  };
}

const subscribeToNothing = () => () => {};
const getNull = () => null;

/** Subscribes to the current state of the dragged bubble; null without a drag. */
export const useDragPreview = (preview: DragPreview | null): TextBubble | null =>
  useSyncExternalStore<TextBubble | null>(
    preview?.subscribe ?? subscribeToNothing,
    preview?.now ?? getNull,
    getNull,
  );

/** Whether two drawings of a bubble have the same lines of text, at any position. */
const hasSameLines = (one: BubbleGeometry, other: BubbleGeometry) =>
  one.fontSize === other.fontSize &&
  one.lines.length === other.lines.length &&
  one.lines.every(({ text }, index) => text === other.lines[index]?.text);

/**
 * The layer of the dragged bubble, above the others. Always mounted, since inserting it at the
 * start of a drag would lay out the whole page.
 */
export function DragPreviewLayer({
  preview,
  size,
}: {
  preview: DragPreview | null;
  size: PanelLayout;
}) {
  return (
    <svg
      className={cx("panel-bubbles pointer-events-none", preview && "panel-bubbles-layer")}
      viewBox={`0 0 ${size.width} ${size.height}`}
      aria-hidden="true"
    >
      {preview && <DragPreviewBubble preview={preview} size={size} />}
    </svg>
  );
}

/**
 * Each frame of a drag writes outline and text position to the DOM directly; React renders only
 * when the line breaks change, as with another width.
 */
function DragPreviewBubble({ preview, size }: { preview: DragPreview; size: PanelLayout }) {
  const shape = useRef<SVGGElement>(null);
  const letters = useRef<SVGGElement>(null);
  const [lettered, setLettered] = useState(preview.now);
  useLayoutEffect(() => {
    const from = drawnGeometry(lettered, size);
    const show = () => {
      const to = drawnGeometry(preview.now(), size);
      if (!hasSameLines(from, to)) return setLettered(preview.now());
      for (const path of shape.current?.children ?? []) path.setAttribute("d", to.path);
      const [start, now] = [from.lines[0], to.lines[0]];
      if (!start || !now) return;
      letters.current?.setAttribute(
        "transform",
        `translate(${now.x - start.x} ${now.y - start.y})`,
      );
    };
    show();
    return preview.subscribe(show);
  }, [preview, lettered, size]);

  if (lettered.text.trim() === "") return null;
  const geometry = drawnGeometry(lettered, size);
  return (
    <g opacity={lettered.style.opacity}>
      <g ref={shape}>
        <BubbleShape style={lettered.style} geometry={geometry} />
      </g>
      <g ref={letters}>
        <Lettering bubble={lettered} geometry={geometry} />
      </g>
    </g>
  );
}
