/**
 * What people say in a situation, by the beat of the scene. One line of a pool is one entry:
 * `A: speech`, `A? thought`, parts of an exchange parted by ` / `. `B` is the other one in the frame.
 * Slots: {A} {B} names to call by; {thing} 'the lantern'; {athing} 'a glowing lantern'; {it};
 * {here} 'in the old forest'; {place} 'the old forest'. `[thing] ` in front: only where there is one.
 */
export interface Situation {
  kind: string;
  /** Words of an event that speak for this situation. */
  signs: RegExp;
  open: readonly string[];
  turn: readonly string[];
  react: readonly string[];
  close: readonly string[];
  /** Narration that ends a scene and makes one turn the page. */
  hook: readonly string[];
  /** Title patterns beyond the general ones. */
  titles: readonly string[];
}

const entries = (pool: string) =>
  pool
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

export function situation(
  kind: string,
  signs: RegExp,
  pools: Record<"open" | "turn" | "react" | "close" | "hook" | "titles", string>,
): Situation {
  return {
    kind,
    signs,
    open: entries(pools.open),
    turn: entries(pools.turn),
    react: entries(pools.react),
    close: entries(pools.close),
    hook: entries(pools.hook),
    titles: entries(pools.titles),
  };
}
