import {
  isDoubleTap,
  isShortPress,
  isTap,
  swipeOf,
  type Tap,
  tapOf,
  tapZone,
} from "../navigation/gestures";

/** Milliseconds during which the wheel turns only one page. */
const wheelPause = 350;
/** Pixels at the foot of a video that its own controls take. */
const videoControlsHeight = 56;

interface Point {
  x: number;
  y: number;
}

interface StageHandlers {
  isRightToLeft: () => boolean;
  /** In which directions there is more to see. */
  isLarger: () => { x: boolean; y: boolean };
  onStep: (by: 1 | -1) => void;
  /** @returns whether the page has moved */
  onPan: (dx: number, dy: number) => boolean;
  onZoom: (factor: number, point: Point) => void;
  onDoubleTap: (point: Point) => void;
  /** A tap in the middle. */
  onTap: () => void;
  /** The mouse has moved. */
  onMove: () => void;
  onSettled: () => void;
}

/** Taps, swipes, drags, pinches and the wheel over the pages. */
export function attachStageInput(
  stage: HTMLElement,
  handlers: StageHandlers,
  signal: AbortSignal,
): void {
  const pointers = new Map<number, Tap>();
  let down: Tap | null = null;
  let before: Tap | null = null;
  /** The gesture has moved or zoomed the page, so it is no tap. */
  let hasMoved = false;
  let wheelAt = 0;
  let settleTimer = 0;

  const direction = (zone: "left" | "right") =>
    (zone === "right") === handlers.isRightToLeft() ? -1 : 1;

  function onDown(event: PointerEvent) {
    if (event.button !== 0 || (event.target as Element).closest("a, button, :popover-open")) return;
    pointers.set(event.pointerId, tapOf(event));
    if (pointers.size === 1) {
      down = tapOf(event);
      hasMoved = false;
    } else down = null;
  }

  function onPointerMove(event: PointerEvent) {
    const last = pointers.get(event.pointerId);
    if (!last) {
      if (event.pointerType === "mouse") handlers.onMove();
      return;
    }
    const now = tapOf(event);
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    pointers.set(event.pointerId, now);
    if (other) {
      hasMoved = true;
      const spread = (a: Point) => Math.hypot(a.x - other.x, a.y - other.y) || 1;
      const centre = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
      handlers.onPan((now.x - last.x) / 2, (now.y - last.y) / 2);
      handlers.onZoom(spread(now) / spread(last), centre);
      return;
    }
    const { x, y } = handlers.isLarger();
    if ((!x && !y) || !down || (!hasMoved && isTap(down, now))) return;
    if (!hasMoved) stage.setPointerCapture(event.pointerId);
    hasMoved = true;
    handlers.onPan(x ? now.x - last.x : 0, y ? now.y - last.y : 0);
  }

  function onUp(event: PointerEvent) {
    if (!pointers.delete(event.pointerId)) return;
    const from = down;
    if (pointers.size > 0) return;
    down = null;
    if (hasMoved) {
      handlers.onSettled();
      // On a page that is wider than the window, a finger only moves it.
      if (!from || handlers.isLarger().x) return;
    }
    if (!from || event.type === "pointercancel") return;
    const up = tapOf(event);
    const swipe = event.pointerType === "mouse" ? null : swipeOf(from, up);
    if (swipe) return handlers.onStep(direction(swipe === "left" ? "right" : "left"));
    if (hasMoved || !isTap(from, up) || !isShortPress(from, up)) return;
    const zone = tapZone(up.x, stage.clientWidth);
    const video = (event.target as Element).closest("video");
    const isOnControls = video && up.y > video.getBoundingClientRect().bottom - videoControlsHeight;
    if (video && (zone === "middle" || isOnControls)) return;
    if (zone !== "middle") return handlers.onStep(direction(zone));
    if (isDoubleTap(before, up)) {
      before = null;
      handlers.onTap();
      handlers.onDoubleTap(up);
      return;
    }
    before = up;
    handlers.onTap();
  }

  function onWheel(event: WheelEvent) {
    if ((event.target as Element).closest(":popover-open")) return;
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 16 : 1;
    const [dx, dy] = [event.deltaX * unit, event.deltaY * unit];
    clearTimeout(settleTimer);
    settleTimer = window.setTimeout(handlers.onSettled, 200);
    if (event.ctrlKey) {
      handlers.onZoom(Math.exp(-dy / 200), { x: event.clientX, y: event.clientY });
      return;
    }
    const { x, y } = handlers.isLarger();
    if ((x || y) && handlers.onPan(x ? -dx : 0, y ? -dy : 0)) {
      wheelAt = event.timeStamp;
      return;
    }
    if (Math.abs(dy) < 20 || event.timeStamp - wheelAt < wheelPause) return;
    wheelAt = event.timeStamp;
    handlers.onStep(dy > 0 ? 1 : -1);
  }

  stage.addEventListener("pointerdown", onDown, { signal });
  stage.addEventListener("pointermove", onPointerMove, { signal });
  stage.addEventListener("pointerup", onUp, { signal });
  stage.addEventListener("pointercancel", onUp, { signal });
  stage.addEventListener("wheel", onWheel, { signal, passive: false });
  signal.addEventListener("abort", () => clearTimeout(settleTimer));
}
