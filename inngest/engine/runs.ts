import { type FunctionDefinition, limitsOf } from "./definition";
import { newId } from "./ids";
import type { EventPayload, StepState } from "./protocol";
import type { Transaction } from "./store/database";

/** The step id of the call that runs a function from its start and finds out what comes next. */
export const DISCOVERY = "step";
/** How long an event id is remembered; the same as Inngest's. */
const REMEMBER = "24 hours";

/**
 * Claims a key for `ownerId` and answers who holds it: `ownerId` itself if the key was free, else
 * the one that took it within the last 24 hours.
 */
export async function claimKey(
  tx: Transaction,
  scope: string,
  key: string,
  ownerId: string,
): Promise<string> {
  const [row] = await tx.query<{ owner_id: string }>(
    `INSERT INTO @seen_key AS seen (scope, key, owner_id, expires_at)
     VALUES ($1, $2, $3, now() + interval '${REMEMBER}')
     ON CONFLICT (scope, key) DO UPDATE SET
       owner_id = CASE WHEN seen.expires_at < now() THEN excluded.owner_id ELSE seen.owner_id END,
       expires_at = CASE WHEN seen.expires_at < now() THEN excluded.expires_at ELSE seen.expires_at END
     RETURNING owner_id`,
    [scope, key, ownerId],
  );
  return row?.owner_id ?? ownerId;
}

/**
 * Takes the next place among the starts of a function, in the order of asking. Answers how long it
 * is until then, in milliseconds.
 */
async function untilStart(tx: Transaction, definition: FunctionDefinition): Promise<number> {
  if (!definition.throttle) return 0;
  const { spacingMs, atOnce } = definition.throttle;
  // `next_at` is when the start after this one would come if all came evenly.
  const [row] = await tx.query<{ wait_ms: number }>(
    `INSERT INTO @throttle AS known (key, next_at)
     VALUES ($1, now() + $2 * interval '1 millisecond')
     ON CONFLICT (key) DO UPDATE SET
       next_at = greatest(known.next_at, now()) + $2 * interval '1 millisecond'
     RETURNING (extract(epoch FROM next_at - now()) * 1000)::float8 AS wait_ms`,
    [`${definition.id}:`, spacingMs],
  );
  return Math.max(0, Math.ceil((row?.wait_ms ?? 0) - spacingMs * atOnce));
}

/** Starts a run for an event, unless the event's id has already started one. */
export async function createRun(
  tx: Transaction,
  definition: FunctionDefinition,
  event: EventPayload,
): Promise<void> {
  const runId = newId();
  const scope = `function:${definition.id}`;
  if ((await claimKey(tx, scope, `event:${event.id}`, runId)) !== runId) return;
  const { keys, limits } = limitsOf(definition, event);
  const delayMs = await untilStart(tx, definition);
  await tx.query(
    `WITH run AS (
       INSERT INTO @run (id, function_id, event, limit_keys, limits)
       VALUES ($1, $2, $3, $4, $5) RETURNING id, created_at, limit_keys, limits
     )
     INSERT INTO @queue_item (run_id, step_id, run_created_at, limit_keys, limits, available_at)
     SELECT id, $6, created_at, limit_keys, limits, now() + $7 * interval '1 millisecond' FROM run`,
    [runId, definition.id, JSON.stringify(event), keys, limits, DISCOVERY, delayMs],
  );
  for (const [index, rule] of definition.cancel.entries()) {
    await tx.query(
      `INSERT INTO @wait (run_id, step_id, kind, name, event, condition)
       VALUES ($1, $2, 'cancel', $3, $3, $4)`,
      [runId, `cancel:${index}`, rule.event, rule.condition],
    );
  }
  if (delayMs > 0) tx.wakeAfter(delayMs);
  else tx.wakeWorkers();
}

/** Locks a run until the transaction ends; false if it has ended or does not exist. */
export async function lockActiveRun(tx: Transaction, runId: string): Promise<boolean> {
  const [row] = await tx.query<{ active: boolean }>(
    "SELECT ended_at IS NULL AS active FROM @run WHERE id = $1 FOR UPDATE",
    [runId],
  );
  return row?.active ?? false;
}

/** Memoises the result of a step; the first result stays. The run must be locked. */
export async function completeStep(
  tx: Transaction,
  runId: string,
  step: { id: string; op: string; name: string; state: StepState },
): Promise<void> {
  await tx.query(
    `INSERT INTO @step (run_id, id, op, name, state) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (run_id, id) DO NOTHING`,
    [runId, step.id, step.op, step.name, JSON.stringify(step.state)],
  );
}

/**
 * Calls a locked run's function again to see what follows, unless it still has open steps or waits:
 * parallel steps are waited for together, as the protocol's second execution version expects. So a
 * run has either one such call or open steps, never both.
 */
export async function continueRun(tx: Transaction, runId: string): Promise<void> {
  await tx.query(
    `INSERT INTO @queue_item (run_id, step_id, run_created_at, limit_keys, limits)
     SELECT id, $2, created_at, limit_keys, limits FROM @run WHERE id = $1
       AND NOT EXISTS (SELECT FROM @queue_item WHERE run_id = $1)
       AND NOT EXISTS (SELECT FROM @wait WHERE run_id = $1 AND kind <> 'cancel')`,
    [runId, DISCOVERY],
  );
  tx.wakeWorkers();
}

/** Ends a wait with a result and continues its run; does nothing if the wait is already over. */
export async function resolveWait(
  tx: Transaction,
  wait: { run_id: string; step_id: string; name: string },
  op: "Sleep" | "WaitForEvent",
  state: StepState,
): Promise<void> {
  if (!(await lockActiveRun(tx, wait.run_id))) return;
  const removed = await tx.query(
    "DELETE FROM @wait WHERE run_id = $1 AND step_id = $2 RETURNING 1",
    [wait.run_id, wait.step_id],
  );
  if (removed.length === 0) return;
  await completeStep(tx, wait.run_id, { id: wait.step_id, op, name: wait.name, state });
  await continueRun(tx, wait.run_id);
}
