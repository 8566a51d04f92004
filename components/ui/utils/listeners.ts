/**
 * Those who are told when something outside React changes, for useSyncExternalStore.
 * @param options.hearsTabs whether other tabs tell as well, when they keep something
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
