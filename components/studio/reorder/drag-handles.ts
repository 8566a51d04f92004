import { useEffect, useRef } from "react";

/** The handle that a scene or panel is dragged by, marked with its id as `data-handle`. */
const findHandle = (id: string) => document.querySelector<HTMLElement>(`[data-handle="${id}"]`);

/** The same, looked up when it is asked for. */
export const createHandleRef = (id: string) => ({
  get current() {
    return findHandle(id);
  },
});

/**
 * Moved in the page a handle loses the focus, and a frame later another one has it. Whoever has gone
 * on to a button meanwhile stays there.
 */
export const focusHandle = (id: string, how?: FocusOptions): void =>
  void requestAnimationFrame(() => {
    if (!document.activeElement?.matches("button:not([data-handle])")) findHandle(id)?.focus(how);
  });

/** Gives the focus to what was dragged, once it is at rest. */
export function useFocusWhenDropped(id: string, isDropping: boolean): void {
  const wasDropping = useRef(false);
  useEffect(() => {
    if (wasDropping.current && !isDropping) focusHandle(id);
    wasDropping.current = isDropping;
  }, [id, isDropping]);
}
