/** Gesture recognition on pointer data, free of the DOM. */

export interface Tap {
  x: number;
  y: number;
  /** Milliseconds. */
  at: number;
}

export const tapOf = ({ clientX, clientY, timeStamp }: PointerEvent): Tap => ({
  x: clientX,
  y: clientY,
  at: timeStamp,
});

/** Milliseconds between the two taps of a double tap. */
export const doubleTapWindow = 300;
/** Pixels; two taps further apart are single taps. */
const doubleTapDistance = 40;
/** Pixels; a longer movement is no tap. */
const maxTapTravel = 10;
const minSwipeDistance = 50;
/** Milliseconds; a longer press opens the browser's menu. */
const longPressTime = 500;

export const isShortPress = (down: Tap, up: Tap): boolean => up.at - down.at < longPressTime;

export const isDoubleTap = (first: Tap | null, second: Tap): boolean =>
  first !== null &&
  second.at - first.at <= doubleTapWindow &&
  Math.hypot(second.x - first.x, second.y - first.y) <= doubleTapDistance;

export const isTap = (down: Tap, up: Tap): boolean =>
  Math.hypot(up.x - down.x, up.y - down.y) <= maxTapTravel;

/** Fraction of the width at each side that turns the page. */
const edgeZone = 0.3;

/** Which part of a screen of this width was tapped. */
export function tapZone(x: number, width: number): "left" | "middle" | "right" {
  if (x < width * edgeZone) return "left";
  return x > width * (1 - edgeZone) ? "right" : "middle";
}

/** The direction in which a finger moved. */
export function swipeOf(down: Tap, up: Tap): "left" | "right" | null {
  const dx = up.x - down.x;
  if (Math.abs(dx) < minSwipeDistance || Math.abs(dx) < 1.5 * Math.abs(up.y - down.y)) return null;
  return dx < 0 ? "left" : "right";
}
