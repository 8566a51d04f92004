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
import { applyEdit, type Bubbles, drawnPosition } from "@/lib/scenes/bubbles/editing";
import { drawnGeometry, type PanelLayout } from "@/lib/scenes/bubbles/geometry";
import type { Point } from "@/lib/scenes/bubbles/path";
import type { TextBubble } from "@/lib/scenes/bubbles/schema";
import { bubbleName } from "./bubble-labels";
import { createDragPreview, type DragPreview, DragPreviewLayer } from "./drag-preview";
import { trackPointerDrag } from "./pointer-drag";

interface DraggableBubblesProps {
  bubbles: readonly TextBubble[];
  size: PanelLayout;
  /** Called on drop. */
  onMoved: (bubbles: Bubbles) => void;
  /** Called on a tap or by keyboard. */
  onOpen: (bubbleId: string) => void;
}

/**
 * The bubbles of a panel in the workspace: each can be dragged, by a finger after a long press, and
 * a tap opens it. A drag does not render the other bubbles.
 */
export function DraggableBubbles({ bubbles, size, onMoved, onOpen }: DraggableBubblesProps) {
  const [dragPreview, setDragPreview] = useState<DragPreview | null>(null);
  /** Optimistic, until the saved bubbles arrive. */
  const [moved, setMoved] = useState<{ from: Bubbles; to: Bubbles } | null>(null);
  /** A stable ref, so that the grips of other bubbles do not render again. */
  const actions = useRef<GripActions>(null);
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
        // Dropped where it was: nothing to save.
        if (Math.hypot(by.x, by.y) < 1) return;
        const to = movedBy(bubbles, by);
        setMoved({ from: bubbles, to });
        onMoved(to);
      },
      onCancel: () => setDragPreview(null),
      fingersScroll: true,
    });
  }

  actions.current = {
    grab,
    // Opens on the click, since a click after opening would hit the opened dialog.
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
        dragPreview={<DragPreviewLayer preview={dragPreview} size={size} />}
      />
      <div ref={grips} className="bubble-grips bubble-grips-workspace">
        {shown.map((bubble) => (
          <Grip
            key={bubble.id}
            bubble={bubble}
            size={size}
            isDragged={bubble.id === dragPreview?.id}
            actions={actions}
          />
        ))}
      </div>
    </>
  );
}

/** Keeps the page from scrolling while a finger drags within this element. */
function usePreventTouchScroll(isDragging: boolean) {
  const element = useRef<HTMLDivElement>(null);
  const isDraggingRef = useRef(isDragging);
  isDraggingRef.current = isDragging;
  useEffect(() => {
    // React's own touch listeners are passive and cannot prevent it.
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
  size: PanelLayout;
  isDragged: boolean;
  actions: RefObject<GripActions | null>;
}

/** The transparent grip over a bubble. */
const Grip = memo(function Grip({ bubble, size, isDragged, actions }: GripProps) {
  return (
    <button
      type="button"
      className={cx("bubble-grip", isDragged && "bubble-grip-dragged")}
      data-bubble={bubble.id}
      style={boxStyle(bubble, size)}
      aria-label={`Edit ${bubbleName(bubble)}`}
      onPointerDown={(event) => actions.current?.grab(event, bubble)}
      // trackPointerDrag handles presses; keyboards and screen readers send a click without one.
      onClick={(event) => actions.current?.click(event, bubble)}
      onContextMenu={(event) => event.preventDefault()}
    />
  );
});

/** Position of a bubble, in percent of the panel. */
export function boxStyle(bubble: TextBubble, size: PanelLayout): CSSProperties {
  const { box } = drawnGeometry(bubble, size);
  return {
    left: `${(box.x / size.width) * 100}%`,
    top: `${(box.y / size.height) * 100}%`,
    width: `${(box.width / size.width) * 100}%`,
    height: `${(box.height / size.height) * 100}%`,
  };
}
