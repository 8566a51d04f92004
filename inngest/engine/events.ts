import { accepts, type FunctionDefinition, triggerNames } from "./definition";
import { ulid } from "./ids";
import { type EventPayload, type IncomingEvent, internalEvents } from "./protocol";
import { claimKey, closeRun, createRun, lockActiveRun, type RunResult, resolveWait } from "./runs";
import type { Transaction } from "./store/database";

interface WaitRow {
  run_id: string;
  step_id: string;
  kind: "event" | "cancel";
  name: string;
  race: boolean;
  condition: string | null;
  event: EventPayload;
}

/** Completes what the sender may leave out. */
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
 * Takes in one event: wakes the runs that wait for it, cancels those that it cancels and starts
 * the functions that it triggers, all in the caller's transaction. An event whose id was already
 * seen under its name within 24 hours does nothing.
 * Answers the engine's id of the event: of the first one, for a repetition.
 */
export async function receiveEvent(
  tx: Transaction,
  event: IncomingEvent,
  internalId: string,
): Promise<string> {
  const payload = toPayload(event, internalId);
  // A registration waits for events under way and they for it: either this one sees the new
  // triggers, or the registration sees that nobody handled it.
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
     WHERE t.event = ANY($1) AND f.archived_at IS NULL ORDER BY f.id`,
    [triggerNames(payload.name)],
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
    `SELECT w.run_id, w.step_id, w.kind, w.name, w.race, w.condition, r.event
     FROM @wait w JOIN @run r ON r.id = w.run_id
     WHERE w.event = $1 AND (w.expires_at IS NULL OR w.expires_at > now())
     ORDER BY w.run_id, w.step_id`,
    [payload.name],
  );
  let matched = false;
  for (const wait of waits) {
    if (!accepts(wait.condition, wait.event, payload)) continue;
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

/** Ends a locked run and tells whoever listens: `onFailure`, triggers and waits on its end. */
export async function endRun(tx: Transaction, runId: string, result: RunResult): Promise<void> {
  await closeRun(tx, runId, result);
  const [run] = await tx.query<{ function_id: string; event: EventPayload }>(
    "SELECT function_id, event FROM @run WHERE id = $1",
    [runId],
  );
  if (!run) return;
  const about = { function_id: run.function_id, run_id: runId, event: run.event };
  if (result.status === "failed") {
    await announce(tx, internalEvents.failed, { ...about, error: result.error });
    await announce(tx, internalEvents.finished, { ...about, error: result.error });
  } else if (result.status === "completed") {
    await announce(tx, internalEvents.finished, { ...about, result: result.output });
  } else {
    await announce(tx, internalEvents.cancelled, about);
  }
}

/** Sends an event of the engine itself, unless nobody would hear it. */
async function announce(
  tx: Transaction,
  name: string,
  data: Record<string, unknown>,
): Promise<void> {
  const [row] = await tx.query<{ heard: boolean }>(
    `SELECT EXISTS (SELECT FROM @function_trigger WHERE event = ANY($1))
         OR EXISTS (SELECT FROM @wait WHERE event = $2) AS heard`,
    [triggerNames(name), name],
  );
  if (row?.heard) await receiveEvent(tx, { name, data }, ulid());
}
