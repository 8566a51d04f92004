"use client";
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { BubbleView } from "@/components/comic/bubble-view";
import { BubbleLayer } from "@/components/comic/panel-view";
import { cx } from "@/components/ui/utils/cx";
import { createListeners } from "@/lib/platform/listeners";
import {
  applyEdit,
  type BubbleEdit,
  type Bubbles,
  drawnPosition,
} from "@/lib/scenes/bubbles/editing";
import { drawnGeometry, type PanelLayout } from "@/lib/scenes/bubbles/geometry";
import type { Point } from "@/lib/scenes/bubbles/path";
import type { TextBubble } from "@/lib/scenes/bubbles/schema";
import { BubbleHandles } from "./bubble-handles";
import { blankText, isBlank, withBlankText } from "./bubble-labels";
import { trackPointerDrag } from "./pointer-drag";

interface BubbleCanvasOptions {
  bubbles: Bubbles;
  size: PanelLayout;
  labelOf: (bubble: TextBubble, index: number) => string;
  onEdit: (edit: BubbleEdit) => void;
  /** Called on a tap or by keyboard. */
  onOpen: (bubble: TextBubble, event: MouseEvent) => void;
  /** Bubbles can be selected: the selected one has handles, and keys edit the focused one. */
  selection?: {
    selectedId: string | null;
    onSelect: (id: string) => void;
    onKey: (event: KeyboardEvent, bubble: TextBubble) => void;
    onTailKey: (event: KeyboardEvent, bubble: TextBubble) => void;
  };
  /** Fingers scroll the page unless they rest on a bubble first. */
  fingersScroll?: boolean;
  /** Above the grips. */
  children?: ReactNode;
}

/** The bubble being dragged: only what draws it subscribes to each frame. */
function createDrag() {
  const { notify, subscribe } = createListeners();
  let dragged: TextBubble | null = null;
  return {
    subscribe,
    get: () => dragged,
    set(next: TextBubble | null) {
      dragged = next;
      notify();
    },
  };
}
type Drag = ReturnType<typeof createDrag>;

const useDragged = <T,>({ subscribe, get }: Drag, select: (dragged: TextBubble | null) => T): T =>
  useSyncExternalStore(
    subscribe,
    () => select(get()),
    () => select(null),
  );

/**
 * The bubbles of a panel as they are edited, in the workspace and in the dialog: drawn in `layer`,
 * moved by `grips` above them, resized by the handles of the selected one. A drag redraws only its
 * bubble; the panel's bubbles change on the drop.
 */
export function useBubbleCanvas(options: BubbleCanvasOptions) {
  const {
    bubbles,
    size,
    labelOf,
    onEdit,
    onOpen,
    selection,
    fingersScroll = false,
    children,
  } = options;
  const [drag] = useState(createDrag);
  const draggedId = useDragged(drag, (dragged) => dragged?.id);
  const frame = useRef<HTMLDivElement>(null);
  const tapped = useRef<string | null>(null);
  /** A stable ref, so that the grips of other bubbles do not render again. */
  const actions = useRef<GripActions>(null);
  const selected = bubbles.find(({ id }) => id === selection?.selectedId);

  function startDrag(
    event: PointerEvent<HTMLElement>,
    bubble: TextBubble,
    toEdit: (by: Point) => BubbleEdit,
  ) {
    tapped.current = null;
    const { width, height } = frame.current?.getBoundingClientRect() ?? size;
    const editFor = (by: Point) => toEdit({ x: by.x / width, y: by.y / height });
    trackPointerDrag(event, {
      onTap: () => {
        tapped.current = bubble.id;
      },
      onStart: () => drag.set(bubble),
      onMove: (by) => drag.set(applyEdit([bubble], editFor(by), size)[0] ?? bubble),
      onDrop(by) {
        drag.set(null);
        // Dropped where it was: no edit.
        if (Math.hypot(by.x, by.y) >= 1) onEdit(editFor(by));
      },
      onCancel: () => drag.set(null),
      fingersScroll,
    });
  }

  actions.current = {
    grab(event, bubble) {
      const from = drawnPosition(bubble, size);
      event.currentTarget.focus({ preventScroll: true });
      selection?.onSelect(bubble.id);
      startDrag(event, bubble, (by) => ({
        kind: "place",
        id: bubble.id,
        at: { x: from.x + by.x, y: from.y + by.y },
      }));
    },
    // Opens on the click, since a click after opening would hit what has opened.
    click(event, bubble) {
      if (event.detail === 0 || tapped.current === bubble.id) onOpen(bubble, event);
      tapped.current = null;
    },
    focus: (id) => selection?.onSelect(id),
    key: (event, bubble) => selection?.onKey(event, bubble),
  };
  useDragWithoutScroll(frame, drag);

  return {
    layer: (
      <>
        <BubbleLayer bubbles={bubbles} size={size} draggedId={draggedId} />
        {bubbles.length > 0 && <DragLayer drag={drag} size={size} />}
      </>
    ),
    grips: (
      <div
        ref={frame}
        className="bubble-grips pointer-events-none absolute inset-0"
        // Arrow keys move the bubbles, with a screen reader too.
        {...(selection && { role: "application", "aria-label": "Bubbles" })}
      >
        {bubbles.map((bubble, index) => (
          <Grip
            key={bubble.id}
            bubble={bubble}
            size={size}
            label={labelOf(bubble, index)}
            isSelected={selection && bubble.id === selection.selectedId}
            drag={bubble.id === draggedId ? drag : null}
            fingersScroll={fingersScroll}
            actions={actions}
          />
        ))}
        {selected && selection && (
          <BubbleHandles
            bubble={selected}
            size={size}
            isDragging={draggedId !== undefined}
            onDrag={startDrag}
            onTailKey={(event) => selection.onTailKey(event, selected)}
            onBubbleKey={(event) => selection.onKey(event, selected)}
            edit={onEdit}
          />
        )}
        {children}
      </div>
    ),
  };
}

/** Keeps the page from scrolling while a finger drags a bubble. */
function useDragWithoutScroll(frame: RefObject<HTMLElement | null>, drag: Drag): void {
  useEffect(() => {
    const element = frame.current;
    // React's own touch listeners are passive and cannot prevent it.
    const stay = (event: TouchEvent) => drag.get() && event.preventDefault();
    element?.addEventListener("touchmove", stay, { passive: false });
    return () => element?.removeEventListener("touchmove", stay);
  }, [frame, drag]);
}

/** Drawn until the bubble has text; its placeholder has the size of the letters to come. */
const blankClasses =
  "@container-size grid place-items-center border-2 border-dashed border-night bg-[#ffffffd1] font-display leading-none text-[#5c5347]";

/**
 * The dragged bubble, above the others. Always mounted, since inserting it at the start of a drag
 * would lay out the whole page.
 */
function DragLayer({ drag, size }: { drag: Drag; size: PanelLayout }) {
  const dragged = useDragged(drag, (bubble) => bubble);
  return (
    <svg
      className={cx(
        "panel-bubbles pointer-events-none",
        dragged && "panel-bubbles-layer will-change-transform",
      )}
      viewBox={`0 0 ${size.width} ${size.height}`}
      aria-hidden="true"
    >
      {dragged && <BubbleView bubble={dragged} panel={size} />}
    </svg>
  );
}

interface GripActions {
  grab: (event: PointerEvent<HTMLButtonElement>, bubble: TextBubble) => void;
  click: (event: MouseEvent, bubble: TextBubble) => void;
  focus: (id: string) => void;
  key: (event: KeyboardEvent, bubble: TextBubble) => void;
}

interface GripProps {
  bubble: TextBubble;
  size: PanelLayout;
  label: string;
  /** Undefined where bubbles cannot be selected. */
  isSelected: boolean | undefined;
  /** The drag of this bubble. */
  drag: Drag | null;
  fingersScroll: boolean;
  actions: RefObject<GripActions | null>;
}

const noDrag = createDrag();

/** The transparent grip over a bubble. A bubble without text is invisible otherwise. */
const Grip = memo(function Grip({
  bubble,
  size,
  label,
  isSelected,
  drag,
  fingersScroll,
  actions,
}: GripProps) {
  const hasNoWord = isBlank(bubble);
  const dragged = useDragged((hasNoWord && drag) || noDrag, (now) => now);
  const drawn = withBlankText(dragged ?? bubble);
  const { box, fontSize } = drawnGeometry(drawn, size);
  return (
    <button
      type="button"
      className={cx(
        "bubble-grip pointer-events-auto absolute rounded-[6px] select-none [-webkit-touch-callout:none] active:cursor-grabbing",
        // 24 px are caught at least.
        "after:absolute after:inset-[min(0px,(100%-24px)/2)]",
        // Bubbles are everywhere under a thumb: a swipe scrolls, a long press drags.
        fingersScroll ? "[touch-action:pan-y_pinch-zoom]" : "touch-none",
        drag ? "cursor-grabbing" : "cursor-grab",
        isSelected && "bubble-grip-selected",
        drag && "bubble-grip-dragged",
        hasNoWord && `bubble-grip-blank ${blankClasses}`,
      )}
      data-bubble={bubble.id}
      style={percentOf(box, size)}
      aria-pressed={isSelected}
      aria-label={label}
      onFocus={() => actions.current?.focus(bubble.id)}
      onPointerDown={(event) => actions.current?.grab(event, bubble)}
      onKeyDown={(event) => actions.current?.key(event, bubble)}
      // trackPointerDrag handles presses; keyboards and screen readers send a click without one.
      onClick={(event) => actions.current?.click(event, bubble)}
      onContextMenu={(event) => event.preventDefault()}
    >
      {hasNoWord && (
        <span aria-hidden="true" style={{ fontSize: `${(fontSize / box.height) * 100}cqh` }}>
          {blankText}
        </span>
      )}
    </button>
  );
});

const percentOf = (
  box: { x: number; y: number; width: number; height: number },
  { width, height }: PanelLayout,
): CSSProperties => ({
  left: `${(box.x / width) * 100}%`,
  top: `${(box.y / height) * 100}%`,
  width: `${(box.width / width) * 100}%`,
  height: `${(box.height / height) * 100}%`,
});
