"use client";
import {
  type CSSProperties,
  type MouseEvent,
  memo,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import { BubbleLayer } from "@/components/comic/panel-view";
import { cx } from "@/components/ui/utils/cx";
import type { TextBubble } from "@/lib/scenes/bubble";
import { applyEdit, type Bubbles, drawnPosition } from "@/lib/scenes/bubble-editing";
import { drawnGeometry, type Size } from "@/lib/scenes/bubble-geometry";
import type { Point } from "@/lib/scenes/bubble-path";
import { bubbleName } from "./bubble-labels";
import { createDragPreview, type DragPreview, DragPreviewLayer } from "./drag-preview";
import { trackPointerDrag } from "./pointer-drag";

interface DraggableBubblesProps {
  bubbles: readonly TextBubble[];
  size: Size;
  /** Moved to another place of the panel and let go of; by a finger, which may not have meant it. */
  onMoved: (bubbles: Bubbles, byFinger: boolean) => void;
  /** Tapped, or chosen with the keyboard. */
  onOpen: (bubbleId: string) => void;
}

/**
 * The balloons of a panel on the table: each can be dragged, by a finger once it has rested there,
 * and a tap opens it. While one is dragged the others are not drawn again.
 */
export function DraggableBubbles({ bubbles, size, onMoved, onOpen }: DraggableBubblesProps) {
  const [dragPreview, setDragPreview] = useState<DragPreview | null>(null);
  /** Until those that were saved have come. */
  const [moved, setMoved] = useState<{ from: Bubbles; to: Bubbles } | null>(null);
  /** Always the same for the grips, so that those of the resting balloons rest as well. */
  const acts = useRef<GripActions>(null);
  const tapped = useRef<string | null>(null);
  const shown = moved?.from === bubbles ? moved.to : bubbles;

  function grab(event: PointerEvent<HTMLButtonElement>, bubble: TextBubble) {
    const frame = event.currentTarget.parentElement?.getBoundingClientRect();
    if (!frame) return;
    const from = drawnPosition(bubble, size);
    const movedBy = (bubbles: Bubbles, by: Point): Bubbles => {
      const at = { x: from.x + by.x / frame.width, y: from.y + by.y / frame.height };
      return applyEdit(bubbles, { kind: "place", id: bubble.id, at }, size);
    };
    const lifted = createDragPreview(bubble);
    trackPointerDrag(event, {
      onTap: () => {
        tapped.current = bubble.id;
      },
      onStart: () => setDragPreview(lifted),
      onMove: (by) => lifted.move(movedBy([bubble], by)[0] ?? bubble),
      onDrop(by) {
        setDragPreview(null);
        // Held and let go of where it was: nothing to save.
        if (Math.hypot(by.x, by.y) < 1) return;
        const to = movedBy(bubbles, by);
        setMoved({ from: bubbles, to });
        onMoved(to, event.pointerType === "touch");
      },
      onCancel: () => setDragPreview(null),
      fingersScroll: true,
    });
  }

  acts.current = {
    grab,
    // A tap opens with its click: one that came later would hit what has opened meanwhile.
    click({ detail }, { id }) {
      if (detail === 0 || tapped.current === id) onOpen(id);
      tapped.current = null;
    },
  };
  const grips = usePreventTouchScroll(dragPreview !== null);

  return (
    <>
      <BubbleLayer
        bubbles={shown}
        size={size}
        draggedId={dragPreview?.id}
        dragPreview={<DragPreviewLayer held={dragPreview} size={size} />}
      />
      <div ref={grips} className="bubble-grips bubble-grips-workspace">
        {shown.map((bubble) => (
          <Grip
            key={bubble.id}
            bubble={bubble}
            size={size}
            isDragged={bubble.id === dragPreview?.id}
            acts={acts}
          />
        ))}
      </div>
    </>
  );
}

/** Keeps the page where it is while a finger holds something in this element. */
function usePreventTouchScroll(isDragging: boolean) {
  const element = useRef<HTMLDivElement>(null);
  const isDraggingRef = useRef(isDragging);
  isDraggingRef.current = isDragging;
  useEffect(() => {
    // React's own listeners cannot prevent it.
    const stay = (event: TouchEvent) => isDraggingRef.current && event.preventDefault();
    const grips = element.current;
    grips?.addEventListener("touchmove", stay, { passive: false });
    return () => grips?.removeEventListener("touchmove", stay);
  }, []);
  return element;
}

interface GripActions {
  grab: (event: PointerEvent<HTMLButtonElement>, bubble: TextBubble) => void;
  click: (event: MouseEvent, bubble: TextBubble) => void;
}

interface GripProps {
  bubble: TextBubble;
  size: Size;
  isDragged: boolean;
  acts: RefObject<GripActions | null>;
}

/** What lies over a balloon to be grabbed. */
const Grip = memo(function Grip({ bubble, size, isDragged, acts }: GripProps) {
  return (
    <button
      type="button"
      className={cx("bubble-grip", isDragged && "bubble-grip-held")}
      data-bubble={bubble.id}
      style={boxStyle(bubble, size)}
      aria-label={`Edit ${bubbleName(bubble)}`}
      onPointerDown={(event) => acts.current?.grab(event, bubble)}
      // What a press is, trackPointerDrag decides; a keyboard or a screen reader comes without one.
      onClick={(event) => acts.current?.click(event, bubble)}
      onContextMenu={(event) => event.preventDefault()}
    />
  );
});

/** Where a balloon lies, in shares of the panel. */
export function boxStyle(bubble: TextBubble, size: Size): CSSProperties {
  const { box } = drawnGeometry(bubble, size);
  return {
    left: `${(box.x / size.width) * 100}%`,
    top: `${(box.y / size.height) * 100}%`,
    width: `${(box.width / size.width) * 100}%`,
    height: `${(box.height / size.height) * 100}%`,
  };
}
