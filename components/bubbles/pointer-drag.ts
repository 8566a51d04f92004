import type { PointerEvent } from "react";
import type { Point } from "@/lib/scenes/bubbles/path";

/** Milliseconds after which a resting press is a drag. */
const dragDelay = 150;
/** Like `dragDelay`, for a finger on a scrolling page, which may rest before it scrolls. */
const touchDragDelay = 300;
/** Pixels after which a moving press is a drag. */
const dragDistance = 5;
/** Milliseconds between the taps of a double tap. */
export const doubleTapTime = 300;

interface PointerDragHandlers {
  /** The press ended within the time and distance of a tap. */
  onTap: () => void;
  onStart?: () => void;
  /** At most once a frame; pixels since the press. */
  onMove: (by: Point) => void;
  onDrop: (by: Point) => void;
  /** Cancelled by the browser or by Escape. */
  onCancel: () => void;
  /** Whether a finger that moves before the delay scrolls the page. */
  fingersScroll?: boolean;
}

/**
 * Follows a mouse, pen or finger from its press and reports a tap or a drag. The pressed element
 * needs `touch-action: none` or, with `fingersScroll`, must prevent `touchmove` during the drag;
 * otherwise the browser scrolls.
 */
export function trackPointerDrag(
  event: PointerEvent<HTMLElement>,
  handlers: PointerDragHandlers,
): void {
  if (event.button !== 0 || !event.isPrimary) return;
  const { currentTarget: target, pointerId, clientX, clientY, timeStamp } = event;
  const mustRest = handlers.fingersScroll === true && event.pointerType === "touch";
  const rest = mustRest ? touchDragDelay : dragDelay;
  let isDragging = false;
  let hasMoved = false;
  let by: Point = { x: 0, y: 0 };
  let frame = 0;
  const listeners = new AbortController();
  const begin = () => {
    if (isDragging) return;
    isDragging = true;
    handlers.onStart?.();
  };
  const timer = setTimeout(begin, rest);
  const end = () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    listeners.abort();
  };
  const cancel = () => {
    end();
    if (isDragging) handlers.onCancel();
  };
  const inWindow = { capture: true, signal: listeners.signal };
  const on = (
    name: "pointermove" | "pointerup" | "pointercancel",
    listener: (event: globalThis.PointerEvent) => void,
  ) =>
    window.addEventListener(
      name,
      (event: globalThis.PointerEvent) => event.pointerId === pointerId && listener(event),
      inWindow,
    );

  target.setPointerCapture(pointerId);
  // Keeps other listeners out of every frame of the drag.
  window.addEventListener("mousemove", (moved) => moved.stopPropagation(), inWindow);
  on("pointermove", (moved) => {
    moved.stopPropagation();
    by = { x: moved.clientX - clientX, y: moved.clientY - clientY };
    if (Math.hypot(by.x, by.y) > dragDistance) {
      if (mustRest && !isDragging) return cancel();
      hasMoved = true;
      begin();
    }
    if (!isDragging || frame) return;
    frame = requestAnimationFrame(() => {
      frame = 0;
      handlers.onMove(by);
    });
  });
  on("pointerup", (up) => {
    end();
    // Uses event timestamps: a busy page may handle a short press late.
    const isTap = !hasMoved && up.timeStamp - timeStamp <= rest;
    if (!isTap) return handlers.onDrop(by);
    if (isDragging) handlers.onCancel();
    handlers.onTap();
  });
  on("pointercancel", cancel);
  // A second finger zooms the panel.
  window.addEventListener("pointerdown", (other) => !other.isPrimary && cancel(), inWindow);
  window.addEventListener(
    "keydown",
    (key) => {
      if (key.key !== "Escape") return;
      key.stopPropagation();
      cancel();
    },
    inWindow,
  );
}
