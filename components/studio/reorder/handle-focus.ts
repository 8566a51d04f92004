import { useEffect, useRef } from "react";

/** The drag handle of a scene or panel, which has its id as `data-handle`. */
const findHandle = (id: string) => document.querySelector<HTMLElement>(`[data-handle="${id}"]`);

/** A ref that looks the handle up on access. */
export const createHandleRef = (id: string) => ({
  get current() {
    return findHandle(id);
  },
});

/**
 * Focuses a handle again, which loses the focus when it moves in the DOM, a frame later. Does
 * nothing if the author has focused another control.
 */
export const focusHandle = (id: string, how?: FocusOptions): void =>
  void requestAnimationFrame(() => {
    if (!document.activeElement?.matches("button:not([data-handle])")) findHandle(id)?.focus(how);
  });

/** Focuses the dropped element once its animation is over. */
export function useFocusWhenDropped(id: string, isDropping: boolean): void {
  const wasDropping = useRef(false);
  useEffect(() => {
    if (wasDropping.current && !isDropping) focusHandle(id);
    wasDropping.current = isDropping;
  }, [id, isDropping]);
}
