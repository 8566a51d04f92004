import type { Database, Queries, Transaction } from "./database";
import type { FunctionDefinition } from "./definition";
import { chooseFairly, type FreeItem, startsAllowed } from "./fair-queue";
import type { EventPayload, StepState } from "./protocol";

/** Number of free items of a function that one claim considers. */
const BATCH = 50;

/** A call to make, with all data of the request. */
export interface ClaimedItem {
  runId: string;
  stepId: string;
  attempt: number;
  definition: FunctionDefinition;
  event: EventPayload;
  /** Ended steps, in that order. */
  steps: { id: string; state: StepState }[];
}

/** A function with free items, and how many of its runs may start now, if limited. */
interface WaitingFunction {
  definition: FunctionDefinition;
  allowed: ReturnType<typeof startsAllowed> | null;
}

/**
 * Claims up to `capacity` due items without exceeding any limit: the next steps of started runs,
 * then new runs in turn order. Claims must follow one another, so that the counts are exact.
 */
export function claim(db: Database, capacity: number): Promise<ClaimedItem[]> {
  return db.transaction(async (tx) => {
    const waiting = await readWaiting(tx);
    if (waiting.length === 0) return [];
    const used = await countUsed(tx);
    const begun = (await pick(tx, waiting, used, { capacity, areStarts: false })).flat();
    const rest = { capacity: capacity - begun.length, areStarts: true };
    const starts = await pick(tx, waiting, used, rest);
    const picked = [...begun, ...starts.flat()];
    if (picked.length === 0) return [];
    for (const [index, one] of waiting.entries()) await recordStarts(tx, one, starts[index] ?? []);
    const runIds = picked.map(({ run_id }) => run_id);
    await tx.query("UPDATE run SET started_at = now() WHERE id = ANY($1) AND started_at IS NULL", [
      runIds,
    ]);
    return tx.query<ClaimedItem>(
      `UPDATE queue_item q SET is_claimed = true, is_start = false
       FROM unnest($1::text[], $2::text[]) AS chosen (run_id, step_id), run r, function f
       WHERE q.run_id = chosen.run_id AND q.step_id = chosen.step_id
         AND r.id = q.run_id AND f.id = r.function_id
       RETURNING q.run_id AS "runId", q.step_id AS "stepId", q.attempt,
         f.definition, r.event,
         (SELECT coalesce(json_agg(json_build_object('id', s.id, 'state', s.state) ORDER BY s.position), '[]')
          FROM step s WHERE s.run_id = q.run_id) AS steps`,
      [runIds, picked.map(({ step_id }) => step_id)],
    );
  });
}

/** Functions with free items, longest since the last start first. */
async function readWaiting(tx: Queries): Promise<WaitingFunction[]> {
  const rows = await tx.query<{ definition: FunctionDefinition; until_next_ms: number | null }>(
    `SELECT f.definition, (extract(epoch FROM f.next_at - now()) * 1000)::float8 AS until_next_ms
     FROM function f
     -- One index look-up for each function: EXISTS may read all waiting items.
     CROSS JOIN LATERAL (
       SELECT FROM queue_item q WHERE q.function_id = f.id AND NOT q.is_claimed
       ORDER BY q.is_start, q.turn LIMIT 1) AS waiting
     ORDER BY f.started_at NULLS FIRST, f.id`,
  );
  return rows.map(({ definition, until_next_ms }) => {
    const { throttle } = definition;
    const allowed = throttle
      ? startsAllowed({ ...throttle, untilNextMs: until_next_ms ?? 0 })
      : null;
    return { definition, allowed };
  });
}

/** The number of claimed items of each concurrency group. */
async function countUsed(tx: Queries): Promise<Map<string, number>> {
  const rows = await tx.query<{ key: string; used: number }>(
    `SELECT key, count(*)::integer AS used FROM queue_item, unnest(limit_keys) AS key
     WHERE is_claimed GROUP BY key`,
  );
  return new Map(rows.map((row) => [row.key, row.used]));
}

/** Picks due items of each function, as many as limits and throttles allow. */
async function pick(
  tx: Transaction,
  waiting: WaitingFunction[],
  used: Map<string, number>,
  { capacity, areStarts }: { capacity: number; areStarts: boolean },
): Promise<FreeItem[][]> {
  const limits = waiting.flatMap(({ definition }) => definition.concurrency);
  const full = [...used].filter(([key, count]) =>
    limits.some(
      ({ limit, group, field }) =>
        count >= limit && (field ? key.startsWith(`${group}=`) : key === group),
    ),
  );
  const lanes = waiting.map(({ definition: { id, concurrency }, allowed }) => ({
    id,
    limits: concurrency.map(({ limit }) => limit),
    maxItems: areStarts && allowed ? allowed.now : Number.POSITIVE_INFINITY,
    items: [] as FreeItem[],
  }));
  const open = lanes.filter(({ maxItems }) => maxItems > 0 && capacity > 0);
  const free = await tx.query<FreeItem & { function_id: string }>(
    `SELECT item.* FROM unnest($1::text[]) AS lane (function_id) CROSS JOIN LATERAL (
       SELECT run_id, step_id, function_id, limit_keys, turn FROM queue_item q
       WHERE q.function_id = lane.function_id AND q.is_start = $2
         AND NOT is_claimed AND available_at <= now() AND NOT (limit_keys && $3)
       ORDER BY turn, run_created_at, run_id LIMIT ${BATCH}) AS item`,
    [open.map(({ id }) => id), areStarts, full.map(([key]) => key)],
  );
  for (const lane of open) lane.items = free.filter((item) => item.function_id === lane.id);
  // There may be more items behind a full batch, with keys below their limit.
  if (open.some(({ items }) => items.length === BATCH)) tx.wake();
  return chooseFairly(lanes, used, capacity);
}

/** Advances a function's turn and throttle by the runs that are about to start. */
async function recordStarts(
  tx: Transaction,
  { definition, allowed }: WaitingFunction,
  starts: FreeItem[],
): Promise<void> {
  if (starts.length > 0) {
    const turn = starts.reduce((most, item) => Math.max(most, Math.ceil(item.turn)), 0);
    const spacing = (definition.throttle?.spacingMs ?? 0) * starts.length;
    await tx.query(
      `UPDATE function SET turn = greatest(turn, $2), started_at = clock_timestamp(),
         next_at = greatest(next_at, now()) + $3 * interval '1 millisecond'
       WHERE id = $1`,
      [definition.id, turn, spacing],
    );
  }
  if (allowed && starts.length >= allowed.now) tx.wake(allowed.nextInMs(starts.length));
}
