/** Milliseconds until the controls hide. */
const shownFor = 2500;

/** Shows and hides the toolbar over the pages. It stays while it has the focus or the pointer. */
export function autoHideControls(tools: HTMLElement, signal: AbortSignal) {
  const { dataset } = document.documentElement;
  let timer = 0;
  /** On the title and the end the toolbar stays. */
  let isKept = false;

  const isInUse = () =>
    tools.matches(":hover, :has(:focus-visible)") ||
    document.querySelector(":popover-open, [role=dialog]") !== null;
  function hide() {
    clearTimeout(timer);
    dataset.chrome = "hidden";
  }
  function show() {
    clearTimeout(timer);
    delete dataset.chrome;
    if (isKept) return;
    timer = window.setTimeout(() => (isInUse() ? show() : hide()), shownFor);
  }
  tools.addEventListener("focusin", show, { signal });
  tools.addEventListener("click", show, { signal });
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    delete dataset.chrome;
  });
  return {
    show,
    hide,
    toggle: () => (dataset.chrome === "hidden" || isKept ? show() : hide()),
    keep(isStaying: boolean) {
      isKept = isStaying;
      show();
    },
  };
}
