import { prefersReducedMotion } from "@/components/ui/utils/reduced-motion";
import { detectGesture, doubleTapWindow, isDoubleTap, isShortPress, type Tap } from "./gestures";

const controlSelector = "a, button, summary, input, .transcript";
/** Pixels at the bottom of a video for its own slider. */
const videoSliderHeight = 56;

interface PointerHandlers {
  isPaged: boolean;
  onTurn: (where: "next" | "back") => void;
  /** A double tap on a picture. */
  onDoubleTap: (panel: Element, tap: Tap) => void;
  /** A single tap on a picture, or a click on its link. */
  onTap: (panel: HTMLElement) => void;
}

/**
 * A tap on a picture opens it alone, a double tap likes its scene. Page by page, taps at the sides
 * and swipes also turn pages.
 */
export function attachPointerInput(
  root: HTMLElement,
  { isPaged, onTurn, onDoubleTap, onTap }: PointerHandlers,
): () => void {
  let down: Tap | null = null;
  let before: (Tap & { panel: Element }) | null = null;
  /** Delays a tap, which may be the first of two. */
  let tapTimer = 0;

  const tapOf = (event: PointerEvent): Tap => ({
    x: event.clientX,
    y: event.clientY,
    at: event.timeStamp,
  });

  function onDown(event: PointerEvent) {
    down = event.isPrimary && event.button === 0 ? tapOf(event) : null;
  }

  function onUp(event: PointerEvent) {
    const target = event.target instanceof Element ? event.target : null;
    if (!down || !event.isPrimary || target?.closest(controlSelector)) return;
    const up = tapOf(event);
    const gesture = detectGesture(down, up, window.innerWidth);
    const isShort = isShortPress(down, up);
    const video = target?.closest("video");
    const isOnSlider = video && down.y > video.getBoundingClientRect().bottom - videoSliderHeight;
    down = null;
    // Taps on a video are its own; a swipe still turns the page.
    if (video && (isOnSlider || !gesture?.startsWith("swipe"))) return;
    const isFinger = event.pointerType !== "mouse";
    if (isPaged && isFinger && gesture && gesture !== "tap") {
      if (!document.getSelection()?.toString()) onTurn(gesture.endsWith("next") ? "next" : "back");
      return;
    }
    const panel = gesture?.startsWith("tap") ? target?.closest<HTMLElement>(".panel") : null;
    clearTimeout(tapTimer);
    if (!panel) return;
    if (before?.panel === panel && isDoubleTap(before, up)) {
      before = null;
      onDoubleTap(panel, up);
      return;
    }
    before = { ...up, panel };
    if (!isShort || !panel.querySelector(".panel-link")) return;
    tapTimer = window.setTimeout(() => {
      // Releasing a text selection is no tap.
      if (!document.getSelection()?.toString()) onTap(panel);
    }, doubleTapWindow);
  }

  /** Keyboard activation; without a script the link opens the picture. */
  function onClick(event: MouseEvent) {
    const link = event.target instanceof Element ? event.target.closest(".panel-link") : null;
    const panel = link?.closest<HTMLElement>(".panel");
    if (!panel || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onTap(panel);
  }

  const controller = new AbortController();
  root.addEventListener("pointerdown", onDown, { signal: controller.signal });
  root.addEventListener("pointerup", onUp, { signal: controller.signal });
  root.addEventListener("click", onClick, { signal: controller.signal });
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
