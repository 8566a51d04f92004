/** A reproducible source of choices: the same seed makes the same choices in the same order. */
export interface Chance {
  /** 0 ≤ value < 1 */
  next(): number;
  /** @throws RangeError when the list is empty */
  pick<Item>(items: readonly Item[]): Item;
  shuffle<Item>(items: readonly Item[]): Item[];
  /** A source of its own, so that one more choice here changes nothing there. */
  fork(label: string): Chance;
}

/** FNV-1a over UTF-16 units, mixed once more so that near texts land far apart. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

export function chanceFrom(seed: string): Chance {
  let state = hashText(seed);
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    pick(items) {
      const index = Math.floor(next() * items.length);
      if (items.length === 0) throw new RangeError("Nothing to choose from.");
      return items[index] as (typeof items)[number];
    },
    shuffle(items) {
      const copy = [...items];
      for (let index = copy.length - 1; index > 0; index -= 1) {
        const other = Math.floor(next() * (index + 1));
        [copy[index], copy[other]] = [copy[other] as never, copy[index] as never];
      }
      return copy;
    },
    fork: (label) => chanceFrom(`${seed}\u0000${label}`),
  };
}
