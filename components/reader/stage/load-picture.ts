/** The largest width in px for which a picture was requested. */
const requested = new WeakMap<HTMLImageElement, number>();

/**
 * Lazy loading does not begin for pictures of hidden pages. Behind the age gate nothing loads.
 * @param width px of the window
 */
export function loadPicture(panel: HTMLElement, width = 0): void {
  const picture = panel.querySelector("img");
  if (!picture || panel.closest<HTMLElement>(".reader")?.clientWidth === 0) return;
  if (width > (requested.get(picture) ?? 0)) {
    requested.set(picture, width);
    picture.sizes = `${Math.ceil(width)}px`;
  }
  picture.loading = "eager";
}
