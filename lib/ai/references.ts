import type { PaintedFigure, PaintRequest } from "./painter";

/** A reference picture with its name in the prompt. */
interface Reference {
  name: string;
  bytes: Uint8Array;
}

const portraitOf =
  (title = "") =>
  ({ name, portrait }: PaintedFigure): Reference[] =>
    portrait ? [{ name: title + name, bytes: portrait.bytes }] : [];

/**
 * The reference pictures of a request, at most `max`: the picture to change, then the figures in
 * the order of the frame, then the location.
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
