/** Uses web storage; returns null if it is full or blocked. */
export function tryStorage<T>(use: () => T): T | null {
  try {
    return use();
  } catch {
    return null;
  }
}
