export function toggleFullscreen() {
  const change = document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen?.();
  // Refused, for example in an iframe: nothing changes.
  change?.catch(() => undefined);
}
