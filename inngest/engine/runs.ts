import { awaitedText } from "./condition";
import { type FunctionDefinition, limitsOf, turnKeyOf } from "./definition";
import { newId } from "./ids";
import type { EventPayload, StepState } from "./protocol";
import type { Transaction } from "./store/database";

/** The step id of the call that runs a function from its start and discovers its next steps. */
export const DISCOVERY = "step";
/** How long an event id is remembered; as long as Inngest does. */
const EVENT_ID_RETENTION = "24 hours";

/**
 * Claims a key for `ownerId` and returns its holder: `ownerId` itself if the key was free, else the
 * one that took it within the last 24 hours.
 */
export async function claimKey(
  tx: Transaction,
  scope: string,
  key: string,
  ownerId: string,
): Promise<string> {
  const [row] = await tx.query<{ owner_id: string }>(
    `INSERT INTO @seen_key AS seen (scope, key, owner_id, expires_at)
     VALUES ($1, $2, $3, now() + interval '${EVENT_ID_RETENTION}')
     ON CONFLICT (scope, key) DO UPDATE SET
       owner_id = CASE WHEN seen.expires_at < now() THEN excluded.owner_id ELSE seen.owner_id END,
       expires_at = CASE WHEN seen.expires_at < now() THEN excluded.expires_at ELSE seen.expires_at END
     RETURNING owner_id`,
    [scope, key, ownerId],
  );
  return row?.owner_id ?? ownerId;
}

/**
 * The turn of a new run: the one after the last of its key. A key without runs from the current
 * turn on goes before all that wait in it, once. So the queue serves keys one after the other,
 * however many runs each has waiting (start-time fair queuing: Goyal, Vin, Cheng, SIGCOMM 1996).
 */
async function takeTurn(
  tx: Transaction,
  definition: FunctionDefinition,
  event: EventPayload,
): Promise<number> {
  const key = turnKeyOf(definition, event);
  if (key === null) return 0;
  const [row] = await tx.query<{ turn: number }>(
    `INSERT INTO @turn AS known (function_id, key, turn)
     SELECT function_id, $2, turn - 0.5 FROM @pace WHERE function_id = $1
     ON CONFLICT (function_id, key) DO UPDATE SET turn =
       CASE WHEN known.turn < excluded.turn THEN excluded.turn ELSE ceil(known.turn) + 1 END
     RETURNING turn`,
    [definition.id, key],
  );
  return row?.turn ?? 0;
}

/** A run ended before it began: the next run of its key takes its turn. */
export async function releaseTurn(
  tx: Transaction,
  functionId: string,
  event: EventPayload,
): Promise<void> {
  const [row] = await tx.query<{ definition: FunctionDefinition }>(
    "SELECT definition FROM @function WHERE id = $1",
    [functionId],
  );
  const key = row ? turnKeyOf(row.definition, event) : null;
  if (key === null) return;
  await tx.query("UPDATE @turn SET turn = turn - 1 WHERE function_id = $1 AND key = $2", [
    functionId,
    key,
  ]);
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
  const turn = await takeTurn(tx, definition, event);
  await tx.query(
    `WITH run AS (
       INSERT INTO @run (id, function_id, event, limit_keys, limits, turn)
       VALUES ($1, $2, $3, $4, $5, $7) RETURNING *
     )
     INSERT INTO @queue_item
       (run_id, step_id, run_created_at, limit_keys, limits, function_id, turn, is_start)
     SELECT id, $6, created_at, limit_keys, limits, function_id, turn, true FROM run`,
    [runId, definition.id, JSON.stringify(event), keys, limits, DISCOVERY, turn],
  );
  for (const [index, rule] of definition.cancel.entries()) {
    await tx.query(
      `INSERT INTO @wait (run_id, step_id, kind, name, event, condition, awaited)
       VALUES ($1, $2, 'cancel', $3, $3, $4, $5)`,
      [runId, `cancel:${index}`, rule.event, rule.condition, awaitedText(rule.condition, event)],
    );
  }
  tx.wakeWorkers();
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
 * Calls a locked run's function again to discover its next steps, unless it still has open steps or
 * waits: the protocol's second execution version expects parallel steps to be awaited together. So
 * a run has either one such call or open steps, never both.
 */
export async function continueRun(tx: Transaction, runId: string): Promise<void> {
  await tx.query(
    `INSERT INTO @queue_item (run_id, step_id, run_created_at, limit_keys, limits, function_id, turn)
     SELECT id, $2, created_at, limit_keys, limits, function_id, turn FROM @run WHERE id = $1
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
