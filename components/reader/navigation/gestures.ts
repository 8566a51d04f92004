/** Gesture recognition on pointer data, free of the DOM. */

export interface Tap {
  x: number;
  y: number;
  /** Milliseconds. */
  at: number;
}

export const doubleTapWindow = 300;
/** Pixels; taps further apart are no double tap. */
const doubleTapDistance = 40;
/** Pixels; a finger that moves further does not tap. */
const maxTapTravel = 10;
const minSwipeDistance = 50;
/** Milliseconds; a longer press opens the browser's menu. */
const longPressTime = 500;

export const isShortPress = (down: Tap, up: Tap): boolean => up.at - down.at < longPressTime;

export const isDoubleTap = (first: Tap | null, second: Tap): boolean =>
  first !== null &&
  second.at - first.at <= doubleTapWindow &&
  Math.hypot(second.x - first.x, second.y - first.y) <= doubleTapDistance;

/** Fraction of the width at each side that turns the page. */
const edgeZone = 0.3;

type Gesture = "tap" | "tap-next" | "tap-back" | "swipe-next" | "swipe-back" | null;

/** Classifies the gesture between touch and release on a screen of this width. */
export function detectGesture(down: Tap, up: Tap, screenWidth: number): Gesture {
  const dx = up.x - down.x;
  const dy = up.y - down.y;
  if (Math.hypot(dx, dy) <= maxTapTravel) {
    if (up.x < screenWidth * edgeZone) return "tap-back";
    return up.x > screenWidth * (1 - edgeZone) ? "tap-next" : "tap";
  }
  if (Math.abs(dx) < minSwipeDistance || Math.abs(dx) < 1.5 * Math.abs(dy)) return null;
  return dx < 0 ? "swipe-next" : "swipe-back";
}
