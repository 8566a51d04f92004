/** The listeners of a store outside React, for `useSyncExternalStore`. */
export function createListeners(
  /** Starts what the store follows, with the first listener; the result ends it, after the last. */
  start?: (notify: () => void) => () => void,
) {
  const listeners = new Set<() => void>();
  let stop: (() => void) | undefined;
  function notify() {
    for (const listener of listeners) listener();
  }
  return {
    notify,
    subscribe(listener: () => void) {
      if (listeners.size === 0) stop = start?.(notify);
      listeners.add(listener);
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) stop?.();
      };
    },
  };
}

/** Follows what other tabs write to localStorage. @returns ends it */
export function followOtherTabs(onChange: (event: StorageEvent) => void): () => void {
  window.addEventListener("storage", onChange);
  return () => window.removeEventListener("storage", onChange);
}
