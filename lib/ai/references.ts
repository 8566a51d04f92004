import type { PaintedFigure, PaintRequest } from "./painter";

/** A picture that goes along with a request, and what the prompt calls it. */
interface Reference {
  name: string;
  bytes: Uint8Array;
}

const portraitOf =
  (title = "") =>
  ({ name, portrait }: PaintedFigure): Reference[] =>
    portrait ? [{ name: title + name, bytes: portrait.bytes }] : [];

/**
 * The pictures that go along with a request, at most as many as its model takes: first the one that
 * is changed, then those in the frame in its order, then the place.
 */
export function referencesOf(
  { initialImage, figures, location }: PaintRequest,
  max: number,
): Reference[] {
  return [
    ...(initialImage ? [{ name: "the picture to change", bytes: initialImage.bytes }] : []),
    ...figures.flatMap(portraitOf()),
    ...(location ? portraitOf("the place ")(location) : []),
  ].slice(0, initialImage ? Math.max(1, max) : max);
}
