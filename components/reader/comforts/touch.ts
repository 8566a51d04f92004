import { isStill } from "@/components/ui/still";
import { doubleTapWindow, gestureOf, isBrief, isDoubleTap, type Tap } from "./taps";

const control = "a, button, summary, input, .transcript";
/** Px at the foot of a video, where its own slider lies. */
const slider = 56;

interface Wishes {
  isPaged: boolean;
  turn: (where: "next" | "back") => void;
  /** Two taps on a picture. */
  give: (panel: Element, tap: Tap) => void;
  /** One tap on a picture, or its link. */
  open: (panel: HTMLElement) => void;
}

/**
 * A tap on a picture shows it by itself, two taps like its scene. Page by page a finger also turns
 * pages: by a tap at either side, or by drawing the page aside.
 */
export function watchTouch(root: HTMLElement, { isPaged, turn, give, open }: Wishes): () => void {
  let down: Tap | null = null;
  let before: (Tap & { panel: Element }) | null = null;
  /** The tap that could still be the first of two. */
  let opening = 0;

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
    if (!down || !event.isPrimary || target?.closest(control)) return;
    const up = tapOf(event);
    const gesture = gestureOf(down, up, window.innerWidth);
    const brief = isBrief(down, up);
    const video = target?.closest("video");
    const isOnSlider = video && down.y > video.getBoundingClientRect().bottom - slider;
    down = null;
    // A tap is the video's own; drawn aside, the page turns all the same.
    if (video && (isOnSlider || !gesture?.startsWith("swipe"))) return;
    const isFinger = event.pointerType !== "mouse";
    if (isPaged && isFinger && gesture && gesture !== "tap") {
      if (!document.getSelection()?.toString()) turn(gesture.endsWith("next") ? "next" : "back");
      return;
    }
    const panel = gesture?.startsWith("tap") ? target?.closest<HTMLElement>(".panel") : null;
    clearTimeout(opening);
    if (!panel) return;
    if (before?.panel === panel && isDoubleTap(before, up)) {
      before = null;
      give(panel, up);
      return;
    }
    before = { ...up, panel };
    if (!brief || !panel.querySelector(".panel-link")) return;
    opening = window.setTimeout(() => {
      // Words that were marked are not a wish to leave them.
      if (!document.getSelection()?.toString()) open(panel);
    }, doubleTapWindow);
  }

  /** From the keyboard; without a script the link leads to the picture. */
  function onClick(event: MouseEvent) {
    const link = event.target instanceof Element ? event.target.closest(".panel-link") : null;
    const panel = link?.closest<HTMLElement>(".panel");
    if (!panel || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open(panel);
  }

  const stop = new AbortController();
  root.addEventListener("pointerdown", onDown, { signal: stop.signal });
  root.addEventListener("pointerup", onUp, { signal: stop.signal });
  root.addEventListener("click", onClick, { signal: stop.signal });
  return () => {
    stop.abort();
    clearTimeout(opening);
  };
}

/** A heart where the finger was, for the time that the pop takes. */
export function beat(panel: Element, { x, y }: Tap) {
  const frame = panel.getBoundingClientRect();
  const heart = document.createElement("span");
  heart.className = "heartbeat";
  heart.setAttribute("aria-hidden", "true");
  heart.style.left = `${x - frame.left}px`;
  heart.style.top = `${y - frame.top}px`;
  heart.textContent = "♥";
  panel.append(heart);
  setTimeout(() => heart.remove(), isStill() ? 400 : 700);
}
