/** Which remix is under way: one at a time, whichever button of the page started it. */
let remixing: string | null = null;
const listeners = new Set<() => void>();

export const remixStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: () => remixing,
  getOnServer: () => null,
  set(path: string | null) {
    remixing = path;
    for (const listener of listeners) listener();
  },
};
