import { currentSession } from "@/components/accounts/session";
import { like } from "../like";
import { type LikeKey, likeStore } from "../like-store";
import { isStill } from "./parts";
import { gestureOf, isDoubleTap, type Tap } from "./taps";

const control = "a, button, summary, input, video, .transcript";

/**
 * Two taps on a picture like its scene. Page by page a finger also turns pages: by a tap at either
 * side, or by drawing the page aside.
 */
export function watchTouch(
  root: HTMLElement,
  { isPaged, turn }: { isPaged: () => boolean; turn: (where: "next" | "back") => void },
): { stop: () => void; take: (event: Event) => void } {
  let down: Tap | null = null;
  let before: (Tap & { panel: Element }) | null = null;

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
    down = null;
    const isFinger = event.pointerType !== "mouse";
    if (isPaged() && isFinger && gesture && gesture !== "tap") {
      if (!document.getSelection()?.toString()) turn(gesture.endsWith("next") ? "next" : "back");
      return;
    }
    const panel = gesture?.startsWith("tap") ? target?.closest(".panel") : null;
    if (!panel) return;
    if (before?.panel === panel && isDoubleTap(before, up)) {
      before = null;
      giveHeart(panel, up);
    } else before = { ...up, panel };
  }

  const stop = new AbortController();
  root.addEventListener("pointerdown", onDown, { signal: stop.signal });
  root.addEventListener("pointerup", onUp, { signal: stop.signal });
  return {
    stop: () => stop.abort(),
    /** An event from before anybody listened. */
    take(event) {
      if (event.type === "pointerdown") onDown(event as PointerEvent);
      else if (event.type === "pointerup") onUp(event as PointerEvent);
    },
  };
}

/** Two taps never take a like back: they say it once more. */
function giveHeart(panel: Element, { x, y }: Tap) {
  const section = panel.closest<HTMLElement>("[data-scene]");
  const id = section?.dataset.id;
  if (!section || !id) return;
  const key: LikeKey = `scenes/${id}`;
  const known = likeStore.get(key);
  document.getSelection()?.removeAllRanges();
  if (currentSession().status !== "unauthenticated") beat(panel, x, y);
  if (known?.isLikedByUser) return;
  const likeCount = known?.likeCount ?? Number(section.dataset.likes ?? 0);
  void like(key, { likeCount, isLikedByUser: false }, section);
}

/** A heart where the finger was, for the time that the pop takes. */
function beat(panel: Element, x: number, y: number) {
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
