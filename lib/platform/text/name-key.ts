/**
 * Normalises a name for comparison within a story: scripts refer to characters and locations by
 * name.
 */
export const nameKey = (name: string) => name.normalize("NFKC").toLowerCase().trim();

/** Number of former names that are stored. */
export const maxFormerNames = 10;

/**
 * Adds a replaced name to the former names, the latest first; the current name is never among them.
 */
export function formerNamesAfter(
  { name, formerNames }: { name: string; formerNames: string[] },
  now: string,
): string[] {
  const all = nameKey(name) === nameKey(now) ? formerNames : [name, ...formerNames];
  const keys = all.map(nameKey);
  return all
    .filter((_, at) => keys[at] !== nameKey(now) && keys.indexOf(keys[at] ?? "") === at)
    .slice(0, maxFormerNames);
}
