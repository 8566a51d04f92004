"use client";
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type PointerEvent,
  type RefObject,
  useMemo,
  useRef,
  useState,
} from "react";
import { BubbleLayer, PanelView } from "@/components/comic/panel-view";
import { cx } from "@/components/ui/utils/cx";
import type { AspectRatio } from "@/lib/scenes/aspect";
import { aspectOf } from "@/lib/scenes/aspect";
import { applyEdit, drawnPosition } from "@/lib/scenes/bubbles/editing";
import { drawnGeometry, type PanelLayout } from "@/lib/scenes/bubbles/geometry";
import type { Point } from "@/lib/scenes/bubbles/path";
import type { TextBubble } from "@/lib/scenes/bubbles/schema";
import type { Panel } from "@/lib/scenes/schema";
import { blankText, isBlank, withBlankText } from "./blank-bubble";
import { bubbleName, positionName } from "./bubble-labels";
import {
  createDragPreview,
  type DragPreview,
  DragPreviewLayer,
  useDragPreview,
} from "./drag-preview";
import { boxStyle } from "./draggable-bubbles";
import { doubleTapTime, trackPointerDrag } from "./pointer-drag";
import { StageHandles, type StartDrag } from "./stage-handles";
import { StageZoom } from "./stage-zoom";
import type { BubbleEditor } from "./use-bubble-editor";
import { focusTail, useStageKeys } from "./use-stage-keys";
import { useKeepInView, useStageZoom } from "./use-stage-zoom";

/** Pixels; taps further apart are no double tap. */
const doubleTapDistance = 30;

interface BubbleStageProps {
  editor: BubbleEditor;
  panel: Panel;
  aspectRatio: AspectRatio;
  size: PanelLayout;
  /** See `StageZoom`. */
  isOnPage: boolean | null;
  onShow: (isOnPage: boolean) => void;
  /** The bubble whose style was copied. */
  copiedId: string | null;
  onCopy: (id: string) => void;
  /** Focuses the text field of the selected bubble. */
  onWrite: () => void;
  /** The bubble whose tail the next press on the picture aims. */
  pointingId: string | null;
  onPointed: () => void;
}

/**
 * The panel in the editor: picture and bubbles as readers see them, with handles on the selected
 * one. A drag redraws only its bubble; the panel's bubbles change on drop.
 */
export function BubbleStage(props: BubbleStageProps) {
  const { editor, panel, aspectRatio, size, onWrite, pointingId, onPointed } = props;
  const { bubbles, selectedId, edit, add, select } = editor;
  const frame = useRef<HTMLDivElement>(null);
  const viewport = useRef<HTMLDivElement>(null);
  const { zoom, zoomTo } = useStageZoom(viewport);
  const lastTap = useRef<{ at: number; id: string | null; x: number; y: number } | null>(null);
  const [dragPreview, setDragPreview] = useState<DragPreview | null>(null);
  const selected = bubbles.find(({ id }) => id === selectedId);
  useKeepInView(viewport, selected ? `grip-${selected.id}` : null, selected);
  // The still picture: a video would move under the bubbles, and its controls would cover them.
  const picture = useMemo(
    () => ({ ...panel, textBubbles: [], videoUrl: panel.imageUrl ? null : panel.videoUrl }),
    [panel],
  );
  const lettered = bubbles.filter((bubble) => !isBlank(bubble));
  const keys = useStageKeys(props, frame);
  /** A stable ref, so that the grips of other bubbles do not render again. */
  const actions = useRef<GripActions>(null);

  const startDrag: StartDrag = (event, bubble, toEdit, onTap) => {
    const { width, height } = frame.current?.getBoundingClientRect() ?? size;
    const editFor = (by: Point) => toEdit({ x: by.x / width, y: by.y / height });
    const lifted = createDragPreview(bubble);
    trackPointerDrag(event, {
      onTap: () => onTap?.(),
      onStart: () => setDragPreview(lifted),
      onMove: (by) => lifted.move(applyEdit([bubble], editFor(by), size)[0] ?? bubble),
      onDrop(by) {
        setDragPreview(null);
        if (Math.hypot(by.x, by.y) >= 1) edit(editFor(by));
      },
      onCancel: () => setDragPreview(null),
    });
  };

  /** Whether this tap is the second of a double tap on the same spot. */
  function isDoubleTap(id: string | null, { timeStamp: at, clientX: x, clientY: y }: MouseEvent) {
    const before = lastTap.current;
    const isSecond =
      before !== null &&
      before.id === id &&
      at - before.at <= doubleTapTime &&
      Math.hypot(x - before.x, y - before.y) <= doubleTapDistance;
    lastTap.current = isSecond ? null : { at, id, x, y };
    return isSecond;
  }

  function grab(event: PointerEvent<HTMLButtonElement>, bubble: TextBubble) {
    const from = drawnPosition(bubble, size);
    event.currentTarget.focus({ preventScroll: true });
    select(bubble.id);
    startDrag(
      event,
      bubble,
      (by) => ({ kind: "place", id: bubble.id, at: { x: from.x + by.x, y: from.y + by.y } }),
      () => isDoubleTap(bubble.id, event) && onWrite(),
    );
  }

  function tapPicture(event: MouseEvent<HTMLDivElement>) {
    if (isDoubleTap(null, event)) {
      add(pointOf(event));
      onWrite();
    } else select(null);
  }

  actions.current = { grab, select, onKey: keys.onBubbleKey, onWrite };

  return (
    <div className="bubble-stage-area">
      <div ref={viewport} className="bubble-viewport" data-zoomed={zoom > 1 || undefined}>
        {/* biome-ignore lint/a11y/useSemanticElements: no form control, so no fieldset */}
        <div
          ref={frame}
          role="group"
          aria-label="Panel being lettered"
          className="bubble-stage"
          style={{ "--aspect": aspectOf[aspectRatio], "--zoom": zoom } as CSSProperties}
        >
          <PanelView
            panel={picture}
            aspectRatio={aspectRatio}
            eager
            sizes="(min-width: 64rem) 46rem, 100vw"
            bubbleLayer={
              <BubbleLayer
                bubbles={lettered}
                size={size}
                draggedId={dragPreview?.id}
                dragPreview={<DragPreviewLayer preview={dragPreview} size={size} />}
              />
            }
          />
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the button below adds by keyboard */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the button below adds by keyboard */}
          <div className="bubble-canvas" onClick={tapPicture} />
          {/* Arrow keys move the bubbles here, with a screen reader too. */}
          <div role="application" aria-label="Bubbles" className="bubble-grips">
            {bubbles.map((bubble, index) => (
              <StageGrip
                key={bubble.id}
                bubble={bubble}
                size={size}
                positionText={`bubble ${index + 1} of ${bubbles.length}`}
                isSelected={bubble.id === selectedId}
                dragPreview={dragPreview?.id === bubble.id ? dragPreview : null}
                actions={actions}
              />
            ))}
            {selected && (
              <StageHandles
                bubble={selected}
                size={size}
                isDragging={dragPreview !== null}
                onDrag={startDrag}
                onTailKey={(event) => keys.onTailKey(event, selected)}
                onBubbleKey={(event) => keys.onBubbleKey(event, selected)}
                edit={edit}
              />
            )}
            {selected && selectedId === pointingId && (
              // Pointer only: keys move the handle.
              <button
                type="button"
                tabIndex={-1}
                className="bubble-aim"
                onClick={(event) => {
                  edit({ kind: "point", id: selected.id, tip: pointOf(event) });
                  onPointed();
                  // The editor's key handlers need the focus inside it.
                  requestAnimationFrame(focusTail);
                }}
              >
                <span className="bubble-aim-word">Press where the tail should end</span>
              </button>
            )}
          </div>
        </div>
      </div>
      <StageZoom
        zoom={zoom}
        onZoom={zoomTo}
        isOnPage={props.isOnPage}
        onShow={props.onShow}
        isAside={selected !== undefined && isInRightHalf(selected.position)}
      />
    </div>
  );
}

/** Whether a point lies in the half where the zoom buttons would cover its handles. */
const isInRightHalf = ({ x }: Point) => x > 0.5;

/** The pressed point, in fractions of the picture. */
function pointOf(event: MouseEvent<HTMLElement>): Point {
  const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
  return { x: (event.clientX - left) / width, y: (event.clientY - top) / height };
}

interface GripActions {
  grab: (event: PointerEvent<HTMLButtonElement>, bubble: TextBubble) => void;
  select: (id: string) => void;
  onKey: (event: KeyboardEvent, bubble: TextBubble) => void;
  onWrite: () => void;
}

interface StageGripProps {
  bubble: TextBubble;
  size: PanelLayout;
  /** Its position in the reading order, in words. */
  positionText: string;
  isSelected: boolean;
  dragPreview: DragPreview | null;
  actions: RefObject<GripActions | null>;
}

/** The transparent grip over a bubble: selects, drags and moves it by keys. */
const StageGrip = memo(function StageGrip(props: StageGripProps) {
  const { bubble, size, positionText, isSelected, dragPreview, actions } = props;
  const hasNoWord = isBlank(bubble);
  // A bubble without text is invisible otherwise; other bubbles stay in place until the drop.
  const drawn = withBlankText(useDragPreview(hasNoWord ? dragPreview : null) ?? bubble);
  const { box, fontSize } = drawnGeometry(drawn, size);
  return (
    <button
      type="button"
      id={`grip-${bubble.id}`}
      className={cx(
        "bubble-grip",
        isSelected && "bubble-grip-selected",
        dragPreview && "bubble-grip-dragged",
        hasNoWord && "bubble-grip-blank",
      )}
      style={boxStyle(drawn, size)}
      aria-pressed={isSelected}
      aria-label={`${bubbleName(bubble)}, ${positionName(bubble, size)}, ${positionText}`}
      onFocus={() => actions.current?.select(bubble.id)}
      onPointerDown={(event) => actions.current?.grab(event, bubble)}
      onKeyDown={(event) => actions.current?.onKey(event, bubble)}
      onClick={(event) => event.detail === 0 && actions.current?.onWrite()}
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
