/** What names within a story are compared by: scripts speak of characters and places by name. */
export const nameKey = (name: string) => name.normalize("NFKC").toLowerCase().trim();

/** How many names of before are kept. */
export const maxFormerNames = 10;

/** A name that is given up joins those before it, the latest first; the present one is none of them. */
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
