/** A free item of the queue, with the fields that the choice needs. */
export interface FreeItem {
  run_id: string;
  step_id: string;
  limit_keys: string[];
  turn: number;
}

/** The free items of one function, in the order of claiming. */
export interface Lane {
  items: FreeItem[];
  /** How many of them may be claimed now. */
  maxItems: number;
  /** The function's limits, in the order of its items' keys. */
  limits: number[];
}

/**
 * Takes items from the lanes in turn, so that no function blocks another one with which it shares a
 * limit; within a lane the order holds. An item with a full group is skipped.
 * @param used current usage of each group; chosen items are added
 * @returns the chosen items of each lane, together at most `capacity`
 */
export function chooseFairly(
  lanes: Lane[],
  used: Map<string, number>,
  capacity: number,
): FreeItem[][] {
  const open = lanes.map((lane) => ({ lane, rest: lane.items.values(), chosen: [] as FreeItem[] }));
  let remaining = capacity;
  for (let hasMore = true; hasMore; ) {
    hasMore = false;
    for (const { lane, rest, chosen } of open) {
      if (remaining <= 0 || chosen.length >= lane.maxItems) continue;
      const item = takeNext(rest, lane.limits, used);
      if (!item) continue;
      hasMore = true;
      remaining -= 1;
      chosen.push(item);
    }
  }
  return open.map(({ chosen }) => chosen);
}

function takeNext(
  items: IterableIterator<FreeItem>,
  limits: number[],
  used: Map<string, number>,
): FreeItem | null {
  for (let next = items.next(); !next.done; next = items.next()) {
    const { limit_keys: keys } = next.value;
    if (keys.some((key, index) => (used.get(key) ?? 0) >= (limits[index] ?? 1))) continue;
    for (const key of keys) used.set(key, (used.get(key) ?? 0) + 1);
    return next.value;
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
