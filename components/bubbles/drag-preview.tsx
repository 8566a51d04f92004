"use client";
import { useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { BubbleShape, Lettering } from "@/components/comic/bubble-view";
import { cx } from "@/components/ui/utils/cx";
import { createListeners } from "@/components/ui/utils/listeners";
import type { TextBubble } from "@/lib/scenes/bubble";
import { type BubbleGeometry, drawnGeometry, type Size } from "@/lib/scenes/bubble-geometry";

/** The balloon of one drag. What it is at the moment only its drawing is told. */
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

/** What is held, as it is at the moment; null while nothing is. */
export const useDragPreview = (preview: DragPreview | null): TextBubble | null =>
  useSyncExternalStore<TextBubble | null>(
    preview?.subscribe ?? subscribeToNothing,
    preview?.now ?? getNull,
    getNull,
  );

/** Whether two drawings of a balloon have the same letters, at whatever place. */
const hasSameLines = (one: BubbleGeometry, other: BubbleGeometry) =>
  one.fontSize === other.fontSize &&
  one.lines.length === other.lines.length &&
  one.lines.every(({ text }, index) => text === other.lines[index]?.text);

/**
 * The layer of the balloon that is dragged, above the others. It lies there, empty, before anything
 * is held: to put it into the page would lay out all of the page anew, what changes inside it only
 * itself.
 */
export function DragPreviewLayer({
  held: preview,
  size,
}: {
  held: DragPreview | null;
  size: Size;
}) {
  return (
    <svg
      className={cx("panel-bubbles pointer-events-none", preview && "panel-bubbles-layer")}
      viewBox={`0 0 ${size.width} ${size.height}`}
      aria-hidden="true"
    >
      {preview && <DragPreviewBubble held={preview} size={size} />}
    </svg>
  );
}

/**
 * A frame of a drag writes the outline of the balloon and where its letters lie, which stay as they
 * were drawn; React is asked again only when the letters are others, such as those of a width with
 * other lines.
 */
function DragPreviewBubble({ held: preview, size }: { held: DragPreview; size: Size }) {
  const shape = useRef<SVGGElement>(null);
  const letters = useRef<SVGGElement>(null);
  const [lettered, setLettered] = useState(preview.now);
  const { width, height } = size;

  useLayoutEffect(() => {
    const panel = { width, height };
    const from = drawnGeometry(lettered, panel);
    const show = () => {
      const to = drawnGeometry(preview.now(), panel);
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
  }, [preview, lettered, width, height]);

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
