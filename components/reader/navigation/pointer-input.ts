import { prefersReducedMotion } from "@/components/ui/utils/reduced-motion";
import { doubleTapWindow, isDoubleTap, isShortPress, isTap, type Tap, tapOf } from "./gestures";

const controlSelector = "a, button, summary, input, video, .transcript";

interface PointerHandlers {
  /** A double tap on a picture. */
  onDoubleTap: (panel: Element, tap: Tap) => void;
  /** A single tap on a picture. */
  onTap: (panel: HTMLElement) => void;
}

/**
 * Taps in scroll mode: one opens a picture alone, two like its scene. While the header and the
 * toolbar are hidden, a tap of a finger only brings them back.
 */
export function attachPointerInput(
  root: HTMLElement,
  { onDoubleTap, onTap }: PointerHandlers,
): () => void {
  const { dataset } = document.documentElement;
  let down: Tap | null = null;
  let before: (Tap & { panel: Element }) | null = null;
  /** Delays a tap, which may be the first of two. */
  let tapTimer = 0;

  function onDown(event: PointerEvent) {
    down = event.isPrimary && event.button === 0 ? tapOf(event) : null;
  }

  function onUp(event: PointerEvent) {
    const target = event.target instanceof Element ? event.target : null;
    if (!down || !event.isPrimary || target?.closest(controlSelector)) return;
    const up = tapOf(event);
    const panel = isTap(down, up) ? target?.closest<HTMLElement>(".panel") : null;
    const isShort = isShortPress(down, up);
    down = null;
    clearTimeout(tapTimer);
    if (!panel) return;
    if (before?.panel === panel && isDoubleTap(before, up)) {
      before = null;
      onDoubleTap(panel, up);
      return;
    }
    before = { ...up, panel };
    if (!isShort) return;
    tapTimer = window.setTimeout(() => {
      // Releasing a text selection is no tap.
      if (document.getSelection()?.toString()) return;
      if (event.pointerType !== "mouse" && dataset.chrome === "hidden") delete dataset.chrome;
      else if (panel.querySelector(".panel-link")) onTap(panel);
    }, doubleTapWindow);
  }

  const controller = new AbortController();
  root.addEventListener("pointerdown", onDown, { signal: controller.signal });
  root.addEventListener("pointerup", onUp, { signal: controller.signal });
  return () => {
    controller.abort();
    clearTimeout(tapTimer);
  };
}

/** Shows a heart under the finger for the duration of its animation. */
export function animateLike(panel: Element, { x, y }: Tap) {
  const frame = panel.getBoundingClientRect();
  const icon = document.createElement("span");
  icon.className = "heartbeat";
  icon.setAttribute("aria-hidden", "true");
  icon.style.left = `${x - frame.left}px`;
  icon.style.top = `${y - frame.top}px`;
  icon.textContent = "♥";
  panel.append(icon);
  setTimeout(() => icon.remove(), prefersReducedMotion() ? 400 : 700);
}
