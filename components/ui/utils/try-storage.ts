/** What a use of the browser's stores gives; null where they are full or forbidden. */
export function tryStorage<T>(use: () => T): T | null {
  try {
    return use();
  } catch {
    return null;
  }
}
