import { fieldTexts, matches } from "./condition";
import { accepts, type FunctionDefinition } from "./definition";
import { newId } from "./ids";
import {
  type EventPayload,
  type IncomingEvent,
  internalEvents,
  type ProtocolError,
} from "./protocol";
import { claimKey, createRun, lockActiveRun, releaseTurn, resolveWait } from "./runs";
import type { Transaction } from "./store/database";

interface WaitRow {
  run_id: string;
  step_id: string;
  kind: "event" | "cancel";
  name: string;
  condition: string | null;
  event: EventPayload;
}

/** Fills in the fields that the sender may omit. */
export function toPayload(event: IncomingEvent, internalId: string): EventPayload {
  return {
    ...event,
    id: event.id || internalId,
    name: event.name,
    data: event.data ?? {},
    ts: event.ts || Date.now(),
  };
}

/**
 * Receives one event: wakes the runs that wait for it, cancels the runs that it cancels and starts
 * the functions that it triggers, all in the caller's transaction. An event whose id was already
 * received under its name within 24 hours does nothing. Returns the engine's id of the event: that
 * of the first one, for a repetition.
 */
export async function receiveEvent(
  tx: Transaction,
  event: IncomingEvent,
  internalId: string,
): Promise<string> {
  const payload = toPayload(event, internalId);
  // Events and registrations exclude each other: either this event sees the new triggers, or the
  // registration sees that no function handled it.
  await tx.query("LOCK TABLE @function_trigger IN ROW SHARE MODE");
  if (event.id) {
    const owner = await claimKey(tx, "event", `${payload.name} ${payload.id}`, internalId);
    if (owner !== internalId) return owner;
  }
  const stored = await tx.query(
    `INSERT INTO @event (id, name, payload, handled) VALUES ($1, $2, $3, true)
     ON CONFLICT (id) DO NOTHING RETURNING 1`,
    [internalId, payload.name, JSON.stringify(payload)],
  );
  if (stored.length === 0) return internalId;

  const woken = await deliverToWaits(tx, payload);
  const triggers = await tx.query<{ definition: FunctionDefinition; condition: string }>(
    `SELECT f.definition, t.condition FROM @function_trigger t
     JOIN @function f ON f.id = t.function_id
     WHERE t.event = $1 AND f.archived_at IS NULL ORDER BY f.id`,
    [payload.name],
  );
  const started = new Set<string>();
  for (const { definition, condition } of triggers) {
    if (started.has(definition.id) || !accepts(condition, payload)) continue;
    started.add(definition.id);
    await createRun(tx, definition, payload);
  }
  if (!woken && triggers.length === 0) {
    await tx.query("UPDATE @event SET handled = false WHERE id = $1", [internalId]);
  }
  return internalId;
}

async function deliverToWaits(tx: Transaction, payload: EventPayload): Promise<boolean> {
  const waits = await tx.query<WaitRow>(
    `SELECT w.run_id, w.step_id, w.kind, w.name, w.condition, r.event
     FROM @wait w JOIN @run r ON r.id = w.run_id
     WHERE w.event = $1 AND (w.awaited IS NULL OR w.awaited = ANY($2))
       AND (w.expires_at IS NULL OR w.expires_at > now())
     ORDER BY w.run_id, w.step_id`,
    [payload.name, fieldTexts(payload)],
  );
  let matched = false;
  for (const wait of waits) {
    if (!matches(wait.condition, wait.event, payload)) continue;
    matched = true;
    if (wait.kind === "cancel") {
      if (await lockActiveRun(tx, wait.run_id))
        await endRun(tx, wait.run_id, { status: "cancelled" });
    } else {
      await resolveWait(tx, wait, "WaitForEvent", { type: "data", data: payload });
    }
  }
  return matched;
}

export type RunResult =
  | { status: "completed"; output: unknown }
  | { status: "failed"; error: ProtocolError }
  | { status: "cancelled" };

/**
 * Ends a locked run; a failure starts its `onFailure`. Open calls keep their queue items until they
 * return; their results are dropped.
 */
export async function endRun(tx: Transaction, runId: string, result: RunResult): Promise<void> {
  const { status } = result;
  const error = status === "failed" ? result.error : undefined;
  const output = status === "completed" ? result.output : error;
  const [run] = await tx.query<{ function_id: string; event: EventPayload }>(
    `UPDATE @run SET status = $2, output = $3, ended_at = now(),
       started_at = coalesce(started_at, now())
     WHERE id = $1 RETURNING function_id, event`,
    [runId, status, JSON.stringify(output)],
  );
  const dropped = await tx.query<{ is_start: boolean }>(
    "DELETE FROM @queue_item WHERE run_id = $1 AND lease_until IS NULL RETURNING is_start",
    [runId],
  );
  if (run && dropped.some(({ is_start }) => is_start)) {
    await releaseTurn(tx, run.function_id, run.event);
  }
  await tx.query("DELETE FROM @wait WHERE run_id = $1", [runId]);
  const [heard] = await tx.query("SELECT FROM @function_trigger WHERE event = $1 LIMIT 1", [
    internalEvents.failed,
  ]);
  if (!run || !error || !heard) return;
  const data = { function_id: run.function_id, run_id: runId, event: run.event, error };
  await receiveEvent(tx, { name: internalEvents.failed, data }, newId());
}
