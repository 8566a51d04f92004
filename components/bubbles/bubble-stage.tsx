"use client";
import { type CSSProperties, type MouseEvent, useRef } from "react";
import { PanelView } from "@/components/comic/panel-view";
import { type AspectRatio, aspectOf } from "@/lib/scenes/aspect";
import type { PanelLayout } from "@/lib/scenes/bubbles/geometry";
import type { Point } from "@/lib/scenes/bubbles/path";
import type { Panel } from "@/lib/scenes/schema";
import { useBubbleCanvas } from "./bubble-canvas";
import { bubbleName, positionName } from "./bubble-labels";
import { doubleTapTime } from "./pointer-drag";
import { StageZoom } from "./stage-zoom";
import type { BubbleEditor } from "./use-bubble-editor";
import { focusTail, useStageKeys } from "./use-stage-keys";
import { useKeepInView, useStageZoom } from "./use-stage-zoom";

/** Pixels; taps further apart are no double tap. */
const doubleTapDistance = 30;

/** On a phone a higher picture scrolls, with room at its end for the zoom buttons. */
const viewportClasses =
  "bubble-viewport @container-size grid min-h-0 place-items-center-safe overscroll-contain p-(--gutter) data-zoomed:overflow-auto max-sm:overflow-auto max-sm:pb-14 [@media(pointer:coarse)_and_(height<31.25rem)]:overflow-auto";

/**
 * As large as it fits whole; on a phone as wide as possible, in landscape large enough to letter.
 * Handles at the edge overflow it.
 */
const stageClasses =
  "bubble-stage relative w-[calc(min(100cqw,100cqh*var(--aspect))*var(--zoom))] overflow-visible max-sm:w-[calc(100cqw*var(--zoom))] sm:[@media(pointer:coarse)_and_(height<31.25rem)]:w-[calc(min(100cqw,max(16rem,100cqh*var(--aspect)))*var(--zoom))]";

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

/** The panel in the editor: picture and bubbles as readers see them. */
export function BubbleStage(props: BubbleStageProps) {
  const { editor, panel, aspectRatio, size, onWrite, pointingId, onPointed } = props;
  const { bubbles, selectedId, edit, add, select } = editor;
  const frame = useRef<HTMLDivElement>(null);
  const viewport = useRef<HTMLDivElement>(null);
  const { zoom, zoomTo } = useStageZoom(viewport);
  const lastTap = useRef<{ at: number; id: string | null; x: number; y: number } | null>(null);
  const selected = bubbles.find(({ id }) => id === selectedId);
  useKeepInView(viewport, selected);
  // The still picture: a video would move under the bubbles, and its controls would cover them.
  const picture = { ...panel, textBubbles: [], videoUrl: panel.imageUrl ? null : panel.videoUrl };
  const keys = useStageKeys(props, frame);

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

  function tapPicture(event: MouseEvent<HTMLDivElement>) {
    if (isDoubleTap(null, event)) {
      add(pointOf(event));
      onWrite();
    } else select(null);
  }

  const { layer, grips } = useBubbleCanvas({
    bubbles,
    size,
    labelOf: (bubble, index) =>
      `${bubbleName(bubble)}, ${positionName(bubble, size)}, bubble ${index + 1} of ${bubbles.length}`,
    onEdit: edit,
    onOpen: ({ id }, event) => (event.detail === 0 || isDoubleTap(id, event)) && onWrite(),
    selection: {
      selectedId,
      onSelect: select,
      onKey: keys.onBubbleKey,
      onTailKey: keys.onTailKey,
    },
    children: selected && selectedId === pointingId && (
      // Pointer only: keys move the handle.
      <button
        type="button"
        tabIndex={-1}
        className="pointer-events-auto absolute inset-0 cursor-crosshair"
        onClick={(event) => {
          edit({ kind: "point", id: selected.id, tip: pointOf(event) });
          onPointed();
          // The editor's key handlers need the focus inside it.
          requestAnimationFrame(focusTail);
        }}
      >
        <span className="absolute inset-x-2 top-2 rounded-card border-2 border-ink bg-sheet px-3 py-1 text-center font-bold">
          Press where the tail should end
        </span>
      </button>
    ),
  });

  return (
    <div className="relative grid min-h-0 min-w-0">
      <div ref={viewport} className={viewportClasses} data-zoomed={zoom > 1 || undefined}>
        {/* biome-ignore lint/a11y/useSemanticElements: no form control, so no fieldset */}
        <div
          ref={frame}
          role="group"
          aria-label="Panel being lettered"
          className={stageClasses}
          style={{ "--aspect": aspectOf[aspectRatio], "--zoom": zoom } as CSSProperties}
        >
          <PanelView
            panel={picture}
            aspectRatio={aspectRatio}
            eager
            sizes="(min-width: 64rem) 46rem, 100vw"
            bubbleLayer={layer}
          />
          {/* One finger pans, two zoom; a double tap adds a bubble. */}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the button below adds by keyboard */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the button below adds by keyboard */}
          <div className="absolute inset-0 [touch-action:pan-x_pan-y]" onClick={tapPicture} />
          {grips}
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
