/** Opens the actions of a scene as a popover, above all, closed by Escape or a press beside it. */
export function openDrawer(drawer: HTMLElement, name: string): void {
  const stop = new AbortController();
  const { signal } = stop;
  drawer.popover = "auto";
  drawer.role = "dialog";
  drawer.ariaLabel = name;
  drawer.tabIndex = -1;
  drawer.showPopover();
  drawer.focus();
  // A dialog that one of its buttons opens would lie below it.
  function onFocusOut({ relatedTarget }: FocusEvent) {
    if (relatedTarget instanceof Node && !drawer.contains(relatedTarget)) drawer.hidePopover();
  }
  function onToggle({ newState }: ToggleEvent) {
    if (newState !== "closed") return;
    stop.abort();
    for (const name of ["popover", "role", "aria-label", "tabindex"]) drawer.removeAttribute(name);
  }
  drawer.addEventListener("focusout", onFocusOut, { signal });
  drawer.addEventListener("toggle", onToggle, { signal });
}
