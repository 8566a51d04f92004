import { isBehindAgeGate } from "../navigation/reading-mode";

/** The largest width in px for which a picture was requested. */
const requested = new WeakMap<HTMLImageElement, number>();

/**
 * Requests a picture of a hidden page, for which the browser's lazy loading would not begin.
 * @param width px of the window
 */
export function loadPicture(panel: HTMLElement, width = 0): void {
  const picture = panel.querySelector("img");
  if (!picture || isBehindAgeGate(panel)) return;
  if (width > (requested.get(picture) ?? 0)) {
    requested.set(picture, width);
    picture.sizes = `${Math.ceil(width)}px`;
  }
  picture.loading = "eager";
}
