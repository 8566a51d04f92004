import type { Transaction } from "./database";
import { type FunctionDefinition, groupsOf, turnKeyOf } from "./definition";
import {
  type EventPayload,
  fieldText,
  internalEvents,
  newId,
  type ProtocolError,
  readField,
  type StepState,
} from "./protocol";

/** The step id of the call that runs a function from its start and discovers its next steps. */
export const DISCOVERY = "step";

/**
 * The turn of a new run: the one after the last of its key. A key without runs from the current
 * turn on goes before all that wait in it, once. So the queue serves keys one after the other,
 * however many runs each has waiting (start-time fair queuing: Goyal, Vin, Cheng, SIGCOMM 1996).
 */
async function takeTurn(tx: Transaction, functionId: string, key: string | null): Promise<number> {
  if (key === null) return 0;
  const [row] = await tx.query<{ turn: number }>(
    `INSERT INTO turn AS known (function_id, key, turn)
     SELECT id, $2, turn - 0.5 FROM function WHERE id = $1
     ON CONFLICT (function_id, key) DO UPDATE SET turn =
       CASE WHEN known.turn < excluded.turn THEN excluded.turn ELSE ceil(known.turn) + 1 END
     RETURNING turn`,
    [functionId, key],
  );
  return row?.turn ?? 0;
}

/** Starts a run of each function that the event triggers. Returns whether there is one. */
export async function startTriggered(tx: Transaction, event: EventPayload): Promise<boolean> {
  const functions = await tx.query<{ definition: FunctionDefinition }>(
    "SELECT definition FROM function WHERE definition -> 'events' @> $1 ORDER BY id",
    [JSON.stringify([{ event: event.name }])],
  );
  const triggered = functions.filter(({ definition }) =>
    definition.events.some(
      (one) =>
        one.event === event.name && (!one.ofFunction || one.ofFunction === event.data.function_id),
    ),
  );
  for (const { definition } of triggered) await createRun(tx, definition, event);
  return triggered.length > 0;
}

export async function createRun(
  tx: Transaction,
  definition: FunctionDefinition,
  event: EventPayload,
): Promise<void> {
  const runId = newId();
  const turnKey = turnKeyOf(definition, event);
  const turn = await takeTurn(tx, definition.id, turnKey);
  await tx.query(
    `INSERT INTO run (id, function_id, event, limit_keys, turn_key, turn)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [runId, definition.id, JSON.stringify(event), groupsOf(definition, event), turnKey, turn],
  );
  await queueCall(tx, runId, DISCOVERY, { isStart: true });
  for (const [index, rule] of definition.cancel.entries()) {
    const awaited = { event: rule.event, awaited: awaitedText(rule.field, event) };
    await openWait(tx, runId, { id: `cancel:${index}`, kind: "cancel", ...awaited });
  }
}

/** Queues a call unless it is queued already, or its step has a result. */
export async function queueCall(
  tx: Transaction,
  runId: string,
  stepId: string,
  { isStart = false } = {},
): Promise<void> {
  await tx.query(
    `INSERT INTO queue_item
       (run_id, step_id, run_created_at, limit_keys, function_id, turn, is_start)
     SELECT id, $2, created_at, limit_keys, function_id, turn, $3 FROM run WHERE id = $1
       AND NOT EXISTS (SELECT FROM step WHERE run_id = $1 AND id = $2)
     ON CONFLICT (run_id, step_id) DO NOTHING`,
    [runId, stepId, isStart],
  );
  tx.wake();
}

/** What an event must carry to end a wait, one of its `fieldTexts`; null for any event. */
export const awaitedText = (field: string | undefined, event: EventPayload): string | null =>
  field === undefined ? null : fieldText(field, readField(event, field));

interface NewWait {
  id: string;
  kind: "sleep" | "event" | "cancel";
  name?: string;
  event?: string;
  awaited?: string | null;
  delayMs?: number;
}

/** Opens a wait unless it is open already, or has a result. */
export async function openWait(
  tx: Transaction,
  runId: string,
  { id, kind, event, awaited, delayMs, name = event }: NewWait,
): Promise<void> {
  await tx.query(
    `INSERT INTO wait (run_id, step_id, kind, name, event, awaited, expires_at)
     SELECT $1, $2, $3, $4, $5, $6, now() + $7 * interval '1 millisecond'
     WHERE NOT EXISTS (SELECT FROM step WHERE run_id = $1 AND id = $2)
     ON CONFLICT (run_id, step_id) DO NOTHING`,
    [runId, id, kind, name, event, awaited, delayMs],
  );
  if (delayMs !== undefined) tx.wake(delayMs);
}

/** Locks a run until the transaction ends; false if it has ended or does not exist. */
export async function lockActiveRun(tx: Transaction, runId: string): Promise<boolean> {
  const [row] = await tx.query<{ active: boolean }>(
    "SELECT ended_at IS NULL AS active FROM run WHERE id = $1 FOR UPDATE",
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
    `INSERT INTO step (run_id, id, op, name, state) VALUES ($1, $2, $3, $4, $5)
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
  const [open] = await tx.query(
    `SELECT FROM queue_item WHERE run_id = $1
     UNION ALL SELECT FROM wait WHERE run_id = $1 AND kind <> 'cancel' LIMIT 1`,
    [runId],
  );
  if (!open) await queueCall(tx, runId, DISCOVERY);
}

export interface Wait {
  run_id: string;
  step_id: string;
  kind: "sleep" | "event" | "cancel";
  name: string;
}

/** Ends a wait with a result and continues its run; does nothing if the wait is already over. */
export async function resolveWait(
  tx: Transaction,
  wait: Wait,
  data: EventPayload | null,
): Promise<void> {
  if (!(await lockActiveRun(tx, wait.run_id))) return;
  const removed = await tx.query(
    "DELETE FROM wait WHERE run_id = $1 AND step_id = $2 RETURNING 1",
    [wait.run_id, wait.step_id],
  );
  if (removed.length === 0) return;
  const { step_id: id, name } = wait;
  const op = wait.kind === "sleep" ? "Sleep" : "WaitForEvent";
  await completeStep(tx, wait.run_id, { id, op, name, state: { type: "data", data } });
  await continueRun(tx, wait.run_id);
}

export type RunResult =
  | { status: "completed"; output: unknown }
  | { status: "failed"; output: ProtocolError }
  | { status: "cancelled"; output?: undefined };

/**
 * Ends a locked run; a failure starts its `onFailure`. Open calls keep their queue items until they
 * return; their results are dropped.
 */
export async function endRun(tx: Transaction, runId: string, result: RunResult): Promise<void> {
  const [run] = await tx.query<{ function_id: string; event: EventPayload }>(
    `UPDATE run SET status = $2, output = $3, ended_at = now(),
       started_at = coalesce(started_at, now())
     WHERE id = $1 RETURNING function_id, event`,
    [runId, result.status, JSON.stringify(result.output)],
  );
  // If it ends before it began, the next run of its key takes its turn.
  await tx.query(
    `UPDATE turn t SET turn = t.turn - 1 FROM run r JOIN queue_item q ON q.run_id = r.id
     WHERE r.id = $1 AND q.is_start AND t.function_id = r.function_id AND t.key = r.turn_key`,
    [runId],
  );
  await tx.query("DELETE FROM queue_item WHERE run_id = $1 AND NOT is_claimed", [runId]);
  await tx.query("DELETE FROM wait WHERE run_id = $1", [runId]);
  if (!run || result.status !== "failed") return;
  const { function_id, event } = run;
  const data = { function_id, run_id: runId, event, error: result.output };
  await startTriggered(tx, { id: newId(), name: internalEvents.failed, data, ts: Date.now() });
}
