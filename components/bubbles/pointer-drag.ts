import type { PointerEvent } from "react";
import type { Point } from "@/lib/scenes/bubble-path";

/** Milliseconds after which a press that rests is a drag. */
const dragDelay = 150;
/** The same for a finger where the page scrolls: one that is about to scroll may rest a moment. */
const touchDragDelay = 300;
/** Pixels beyond which a press that moves is a drag. */
const dragDistance = 5;
/** Milliseconds between two taps that are one double tap. */
export const doubleTapTime = 300;

interface PointerDragHandlers {
  /** Let go of soon enough and near enough: no drag. */
  onTap: () => void;
  onStart?: () => void;
  /** At most once a frame; px since the press. */
  onMove: (by: Point) => void;
  onDrop: (by: Point) => void;
  /** Taken away by the browser, or given up with Escape. */
  onCancel: () => void;
  /** A finger that moves before it has rested scrolls the page. */
  fingersScroll?: boolean;
}

/**
 * Follows a mouse, pen or finger from its press on: either a tap or a drag. What is pressed needs
 * `touch-action: none`, or, with `fingersScroll`, a `touchmove` that is prevented while it is held:
 * else the browser takes the finger for scrolling.
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
  // Nobody else needs to hear of each move: that would be a part of each frame.
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
    // The clock of the events counts: a busy page may hear of a short press late.
    const isTap = !hasMoved && up.timeStamp - timeStamp <= rest;
    if (!isTap) return handlers.onDrop(by);
    if (isDragging) handlers.onCancel();
    handlers.onTap();
  });
  on("pointercancel", cancel);
  // A second finger makes the panel larger.
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
