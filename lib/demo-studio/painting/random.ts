/** 32-bit FNV-1a hash of a text. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 0;
}

export type Random = ReturnType<typeof random>;

/** A seeded random generator: the same seed text always gives the same sequence. */
export function random(seed: string) {
  let state = hash(seed) || 1;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  // Skips the first numbers, which are similar for neighbouring seeds.
  next();
  next();
  return Object.assign(next, {
    range: (from: number, to: number) => from + (to - from) * next(),
    pick: <T>(items: readonly T[]) => items[Math.floor(next() * items.length)] as T,
    chance: (probability: number) => next() < probability,
  });
}
