/** A free item of the queue, as far as the choice needs it. */
export interface FreeItem {
  run_id: string;
  step_id: string;
  function_id: string;
  limit_keys: string[];
  limits: number[];
  turn: number;
}

/** The free items of one function, in the order in which they are to be taken. */
export interface Lane<Item extends FreeItem = FreeItem> {
  items: Item[];
  /** How many of them may be taken now. */
  maxItems: number;
}

/**
 * Takes items from the lanes one after the other, so that no function holds up another one with which
 * it shares a limit; within a lane their order holds. What has no room in one of its groups is passed
 * over.
 * @param used how much of each group is taken; what is chosen is added
 * @param common present limits of groups, which count before those that an item brings
 * @returns what was chosen, at most `capacity`, and the groups that were found full
 */
export function chooseFairly<Item extends FreeItem>(
  lanes: Lane<Item>[],
  used: Map<string, number>,
  capacity: number,
  common: ReadonlyMap<string, number> = new Map(),
): { chosen: Item[]; full: Set<string> } {
  const chosen: Item[] = [];
  const full = new Set<string>();
  const open = lanes.map((lane) => ({ ...lane, next: 0 }));
  for (let hasMore = true; hasMore && chosen.length < capacity; ) {
    hasMore = false;
    for (const lane of open) {
      if (chosen.length >= capacity) break;
      if (lane.maxItems <= 0) continue;
      const item = takeNext(lane, { used, full, common });
      if (!item) continue;
      hasMore = true;
      lane.maxItems -= 1;
      chosen.push(item);
    }
  }
  return { chosen, full };
}

function takeNext<Item extends FreeItem>(
  lane: { items: Item[]; next: number },
  {
    used,
    full,
    common,
  }: { used: Map<string, number>; full: Set<string>; common: ReadonlyMap<string, number> },
): Item | null {
  for (let item = lane.items[lane.next]; item; item = lane.items[lane.next]) {
    lane.next += 1;
    const { limit_keys: keys, limits } = item;
    const blocked = keys.filter(
      (key, index) => (used.get(key) ?? 0) >= (common.get(key) ?? limits[index] ?? 1),
    );
    for (const key of blocked) full.add(key);
    if (blocked.length > 0) continue;
    for (const key of keys) used.set(key, (used.get(key) ?? 0) + 1);
    return item;
  }
  return null;
}

/** How a throttle stands, in milliseconds. */
export interface Throttle {
  spacingMs: number;
  atOnce: number;
  /** Until the start after the last one would come if all came evenly; less than 0 if that is over. */
  untilNextMs: number;
}

/** How many runs may start now, and how long it is until one more may. */
export function startsAllowed({ spacingMs, atOnce, untilNextMs }: Throttle): {
  now: number;
  nextInMs: (started: number) => number;
} {
  const behind = Math.max(0, untilNextMs);
  // A start that is due at this very moment must not be missed for a rounding.
  const now = Math.max(0, Math.floor(atOnce - behind / spacingMs + 1e-6));
  const nextInMs = (started: number) => behind + (started + 1 - atOnce) * spacingMs;
  return { now, nextInMs };
}
