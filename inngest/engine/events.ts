import type { Transaction } from "./database";
import { type EventPayload, fieldTexts } from "./protocol";
import { endRun, lockActiveRun, resolveWait, startTriggered, type Wait } from "./runs";

/**
 * Receives one event: wakes the runs that wait for it, cancels the runs that it cancels and starts
 * the functions that it triggers, all in the caller's transaction. A repeated event does nothing.
 * An event that nothing handles is kept for functions that register later.
 */
export async function receiveEvent(tx: Transaction, event: EventPayload): Promise<void> {
  // Events and registrations exclude each other: either this event sees the new triggers, or the
  // registration sees that no function handled it.
  await tx.query("LOCK TABLE function IN ROW SHARE MODE");
  const [isNew] = await tx.query(
    `INSERT INTO seen_event AS seen (name, id, expires_at)
     -- As long as Inngest remembers them.
     VALUES ($1, $2, now() + interval '24 hours')
     ON CONFLICT (name, id) DO UPDATE SET expires_at = excluded.expires_at
       WHERE seen.expires_at < now()
     RETURNING 1`,
    [event.name, event.id],
  );
  if (!isNew) return;
  const isAwaited = await deliverToWaits(tx, event);
  const isHandled = (await startTriggered(tx, event)) || isAwaited;
  if (!isHandled) {
    await tx.query("INSERT INTO event (payload) VALUES ($1)", [JSON.stringify(event)]);
  }
}

async function deliverToWaits(tx: Transaction, event: EventPayload): Promise<boolean> {
  const waits = await tx.query<Wait>(
    `SELECT run_id, step_id, kind, name FROM wait
     WHERE event = $1 AND (awaited IS NULL OR awaited = ANY($2))
       AND (expires_at IS NULL OR expires_at > now())
     ORDER BY run_id, step_id`,
    [event.name, fieldTexts(event)],
  );
  for (const wait of waits) {
    if (wait.kind === "event") await resolveWait(tx, wait, event);
    else if (await lockActiveRun(tx, wait.run_id)) {
      await endRun(tx, wait.run_id, { status: "cancelled" });
    }
  }
  return waits.length > 0;
}
