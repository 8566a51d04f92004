/** Milliseconds without a key pressed after which a dialog interrupts nobody's typing. */
const pause = 1_500;

let pressedAt = Number.NEGATIVE_INFINITY;
if (typeof window !== "undefined") {
  window.addEventListener("keydown", () => {
    pressedAt = performance.now();
  });
}

/**
 * Opens something once nobody types. What it needs is prepared first: letters typed while its code
 * is on its way count as well.
 * @returns gives it up
 */
export function openInPause(prepare: () => Promise<unknown>, open: () => void): () => void {
  const given = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    if (given.signal.aborted) return;
    const openAfter = (milliseconds: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        given.abort();
        open();
      }, milliseconds);
    };
    openAfter(pressedAt + pause - performance.now());
    window.addEventListener("keydown", () => openAfter(pause), { signal: given.signal });
  };
  // Code that does not arrive is told by what opens it.
  prepare().then(wait, wait);
  return () => {
    given.abort();
    clearTimeout(timer);
  };
}
