"use client";
import { focusable } from "./utils/first-focusable";
import { isTouchDevice } from "./utils/is-touch-device";

const findControls = (root: ParentNode) => [
  ...root.querySelectorAll<HTMLElement>(`${focusable}:not([type='radio']:not(:checked))`),
];

/**
 * Remembers where an element is. The result finds the control nearest to this place once the element
 * is gone: what has replaced it or comes after it, else what comes before it.
 */
export function rememberPlace(element: Element): () => HTMLElement | undefined {
  const isEarlier = (one: Element) =>
    (element.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
  const earlier = new Set(findControls(document).filter(isEarlier));
  const around: Element[] = [];
  // The page stays within <main>; beyond it, another page would be taken for a replacement.
  for (let at = element.parentElement; at && !at.matches("main, body"); at = at.parentElement)
    around.push(at);
  return () => {
    for (const scope of around.filter(({ isConnected }) => isConnected)) {
      const controls = findControls(scope).filter((one) => one.checkVisibility());
      const found = controls.find((one) => !earlier.has(one)) ?? controls.at(-1);
      if (found) return found;
    }
    return undefined;
  };
}

/**
 * A ref of what may unmount while it has the focus, such as a button that removes itself: the nearest
 * control takes the focus, unless another has it by then. On a touch screen a field would open a
 * keyboard.
 */
export const passFocus = (element: HTMLElement | null) => () => {
  if (!element?.contains(document.activeElement) || isTouchDevice()) return;
  const find = rememberPlace(element);
  queueMicrotask(() => {
    if (document.activeElement === document.body) find()?.focus({ preventScroll: true });
  });
};

const passFocusOfParent = (mark: HTMLElement | null) => passFocus(mark?.parentElement ?? null);

/** Does the same for the element that it is in, which may be rendered on the server. */
export const PassFocus = () => <span ref={passFocusOfParent} hidden />;
