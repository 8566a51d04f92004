"use client";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Point } from "@/lib/scenes/bubbles/path";
import type { TextBubble } from "@/lib/scenes/bubbles/schema";
import { findStageGrip } from "./use-stage-keys";

/** Limits and step of the zoom, as factors. */
export const zoomLimits = { min: 1, max: 4, step: 1.5 } as const;

interface Pinch {
  /** Pixels between the fingers. */
  distance: number;
  middle: Point;
}

function toPinch({ touches }: TouchEvent): Pinch | null {
  const [a, b] = [touches[0], touches[1]];
  if (!a || !b || touches.length > 2) return null;
  return {
    distance: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY),
    middle: { x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2 },
  };
}

/** Zoom of the panel in the editor, by buttons or by pinching around its centre. */
export function useStageZoom(viewport: RefObject<HTMLElement | null>) {
  const [zoom, setZoom] = useState<number>(zoomLimits.min);
  const shown = useRef(zoom);

  const zoomTo = useCallback(
    (requested: number, middle?: Point) => {
      const element = viewport.current;
      const next = Math.min(zoomLimits.max, Math.max(zoomLimits.min, requested));
      const factor = next / shown.current;
      if (!element || factor === 1) return;
      const { left, top, width, height } = element.getBoundingClientRect();
      const x = middle ? middle.x - left : width / 2;
      const y = middle ? middle.y - top : height / 2;
      const to = {
        left: (element.scrollLeft + x) * factor - x,
        top: (element.scrollTop + y) * factor - y,
      };
      shown.current = next;
      // Scrolling needs the new size in the layout.
      flushSync(() => setZoom(next));
      element.scrollTo({ ...to, behavior: "instant" });
    },
    [viewport],
  );

  useEffect(() => {
    const element = viewport.current;
    if (!element) return;
    let begun: (Pinch & { zoom: number }) | null = null;
    const begin = (event: TouchEvent) => {
      const pinch = toPinch(event);
      begun = pinch && { ...pinch, zoom: shown.current };
    };
    const move = (event: TouchEvent) => {
      const pinch = toPinch(event);
      if (!begun || !pinch) return;
      event.preventDefault();
      zoomTo((begun.zoom * pinch.distance) / Math.max(1, begun.distance), pinch.middle);
    };
    const listeners = new AbortController();
    const { signal } = listeners;
    for (const name of ["touchstart", "touchend", "touchcancel"] as const) {
      element.addEventListener(name, begin, { passive: true, signal });
    }
    element.addEventListener("touchmove", move, { passive: false, signal });
    return () => listeners.abort();
  }, [viewport, zoomTo]);

  return { zoom, zoomTo };
}

/** Pixels between a visible element and the edge of the viewport, since its handles overflow it. */
const edgePadding = 44;

/** Pixels to scroll so that a range is visible; a longer range is centred. */
function scrollDelta(from: number, to: number, room: number): number {
  if (to - from + 2 * edgePadding > room) {
    const middle = (from + to) / 2;
    return middle >= 0 && middle <= room ? 0 : middle - room / 2;
  }
  return Math.min(from - edgePadding, 0) + Math.max(to + edgePadding - room, 0);
}

/**
 * Keeps the selected bubble visible: when another one is selected or it changes, and when the
 * viewport shrinks.
 */
export function useKeepInView(
  viewport: RefObject<HTMLElement | null>,
  selected: TextBubble | undefined,
): void {
  useEffect(() => {
    const frame = viewport.current;
    if (!frame || !selected) return;
    const show = () => {
      const box = findStageGrip(selected.id)?.getBoundingClientRect();
      if (!box) return;
      const { left, top, width, height } = frame.getBoundingClientRect();
      frame.scrollBy({
        left: scrollDelta(box.left - left, box.right - left, width),
        top: scrollDelta(box.top - top, box.bottom - top, height),
        behavior: "instant",
      });
    };
    // A ResizeObserver also fires at once.
    const observer = new ResizeObserver(show);
    observer.observe(frame);
    return () => observer.disconnect();
  }, [viewport, selected]);
}
