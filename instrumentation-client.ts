/** Next calls this when another page is requested: by a link, by code, or by Back and Forward. */
export function onRouterTransitionStart(href: string) {
  window.dispatchEvent(new CustomEvent("routertransitionstart", { detail: href }));
}
