/** What names within a story are compared by: scripts speak of characters and places by name. */
export const nameKey = (name: string) => name.normalize("NFKC").toLowerCase().trim();
