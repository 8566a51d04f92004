/** A polyfill of popovers for happy-dom: a button opens its popover, Escape and hidePopover close it. */
const openers = new Map<HTMLElement, Element | null>();

export const isPopoverOpen = (popover: HTMLElement) => openers.has(popover);

function tell(popover: HTMLElement, newState: "open" | "closed") {
  popover.dispatchEvent(Object.assign(new Event("toggle"), { newState }));
}
function show(this: HTMLElement) {
  if (openers.has(this)) return;
  openers.set(this, document.activeElement);
  tell(this, "open");
}
function hide(this: HTMLElement) {
  const opener = openers.get(this);
  if (!openers.delete(this)) return;
  if (this.contains(document.activeElement) && opener instanceof HTMLElement) opener.focus();
  tell(this, "closed");
}
Object.assign(HTMLElement.prototype, { showPopover: show, hidePopover: hide });

document.addEventListener("click", ({ target }) => {
  const id = (target as Element).closest("[popovertarget]")?.getAttribute("popovertarget");
  const popover = id && document.getElementById(id);
  if (popover) (openers.has(popover) ? hide : show).call(popover);
});
document.addEventListener("keydown", ({ key }) => {
  const newest = [...openers.keys()].findLast((popover) => popover.isConnected);
  if (key === "Escape" && newest) hide.call(newest);
});
