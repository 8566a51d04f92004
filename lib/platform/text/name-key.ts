/**
 * Normalises a name for comparison within a story: scripts refer to characters and locations by
 * name.
 */
export const nameKey = (name: string) => name.normalize("NFKC").toLowerCase().trim();

/** Makes names differ within a limit of characters: the second 'Mara' becomes 'Mara 2'. */
export function numberRepeated<Named extends { name: string }>(
  named: readonly Named[],
  limit: number,
): Named[] {
  const counts = new Map<string, number>();
  return named.map((one) => {
    const key = nameKey(one.name);
    let { name } = one;
    while (counts.has(nameKey(name))) {
      const count = (counts.get(key) ?? 1) + 1;
      counts.set(key, count);
      name = `${one.name.slice(0, limit - 5)} ${count}`;
    }
    counts.set(nameKey(name), 1);
    return { ...one, name };
  });
}

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
