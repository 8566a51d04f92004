/**
 * Listeners of a store outside React, for useSyncExternalStore.
 * @param options.hearsTabs whether storage events of other tabs notify as well
 */
export function createListeners({ hearsTabs = false } = {}) {
  const listeners = new Set<() => void>();
  return {
    notify() {
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      if (hearsTabs) window.addEventListener("storage", listener);
      return () => {
        listeners.delete(listener);
        if (hearsTabs) window.removeEventListener("storage", listener);
      };
    },
  };
}
