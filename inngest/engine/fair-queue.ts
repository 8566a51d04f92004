/** A free item of the queue, with the fields that the choice needs. */
export interface FreeItem {
  run_id: string;
  step_id: string;
  function_id: string;
  limit_keys: string[];
  limits: number[];
  turn: number;
}

/** The free items of one function, in the order of claiming. */
export interface Lane<Item extends FreeItem = FreeItem> {
  items: Item[];
  /** How many of them may be claimed now. */
  maxItems: number;
}

/**
 * Takes items from the lanes in turn, so that no function blocks another one with which it shares a
 * limit; within a lane the order holds. An item with a full group is skipped.
 * @param used current usage of each group; chosen items are added
 * @param common current limits of groups, which take precedence over the item's own limits
 * @returns the chosen items, at most `capacity`, and the full groups
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

/** State of a throttle, in milliseconds. */
export interface Throttle {
  spacingMs: number;
  atOnce: number;
  /** Time until the next start if starts were spaced evenly; negative if that time has passed. */
  untilNextMs: number;
}

/** Number of runs that may start now, and milliseconds until another run may start. */
export function startsAllowed({ spacingMs, atOnce, untilNextMs }: Throttle): {
  now: number;
  nextInMs: (started: number) => number;
} {
  const behind = Math.max(0, untilNextMs);
  // Rounding must not miss a start that is due at this very moment.
  const now = Math.max(0, Math.floor(atOnce - behind / spacingMs + 1e-6));
  const nextInMs = (started: number) => behind + (started + 1 - atOnce) * spacingMs;
  return { now, nextInMs };
}
