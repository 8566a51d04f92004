import { awaitedText, isMatch } from "./condition";
import { unsupported } from "./definition";
import { parseTimeString } from "./duration";
import type { Operation } from "./protocol";
import type { ClaimedItem } from "./queue";
import type { Transaction } from "./store/database";

/** Thrown for an operation that ends the run; the message becomes its error. */
export class RunFailure extends Error {}

/** A readable name, from the fields that the SDK sends beside the hashed id. */
export function nameOf(op: Operation): string {
  return (op.displayName ?? op.name ?? op.id).replaceAll("\u0000", "");
}

/**
 * Opens the operations of a discovery: queues planned steps, starts sleeps and waits. Steps that
 * are open or done stay as they are. Throws RunFailure for unsupported operations.
 */
export async function openStep(tx: Transaction, item: ClaimedItem, op: Operation): Promise<void> {
  const refuse = (what: string) => new RunFailure(unsupported(item.definition.id, what));
  const name = nameOf(op);
  if (op.opts?.parallelMode) throw refuse(`"${op.opts.parallelMode}" mode for the step "${name}"`);

  /** Milliseconds of a step's duration or time. */
  function timeOf(value: unknown): number {
    const delayMs = parseTimeString(String(value ?? ""));
    if (delayMs === null) throw refuse(`the time "${String(value)}" in the step "${name}"`);
    return delayMs;
  }

  switch (op.op) {
    case "StepPlanned":
      await tx.query(
        `INSERT INTO @queue_item
           (run_id, step_id, run_created_at, limit_keys, limits, function_id, turn)
         SELECT id, $2, created_at, limit_keys, limits, function_id, turn FROM @run r WHERE id = $1
           AND NOT EXISTS (SELECT FROM @step s WHERE s.run_id = r.id AND s.id = $2)
         ON CONFLICT (run_id, step_id) DO NOTHING`,
        [item.runId, op.id],
      );
      tx.wakeWorkers();
      return;
    case "Sleep":
      return openWait(tx, item, op, { kind: "sleep", delayMs: timeOf(op.name || "0s") });
    case "WaitForEvent": {
      const event = String(op.opts?.event ?? op.name ?? "");
      const condition = typeof op.opts?.if === "string" ? op.opts.if : null;
      if (event.startsWith("inngest/")) throw refuse(`the event "${event}"`);
      if (condition && !isMatch(condition)) {
        throw refuse(`the expression "${condition}" in the step "${name}"`);
      }
      const delayMs = timeOf(op.opts?.timeout);
      return openWait(tx, item, op, { kind: "event", event, condition, delayMs });
    }
    default:
      throw refuse(`"${op.op}" for the step "${name}"`);
  }
}

interface Wait {
  kind: "sleep" | "event";
  delayMs: number;
  event?: string;
  condition?: string | null;
}

async function openWait(
  tx: Transaction,
  { runId, event: started }: ClaimedItem,
  op: Operation,
  { kind, delayMs, event = "", condition = null }: Wait,
): Promise<void> {
  await tx.query(
    `INSERT INTO @wait (run_id, step_id, kind, name, event, condition, awaited, expires_at)
     SELECT $1, $2, $3, $4, nullif($5, ''), $6, $7, now() + $8 * interval '1 millisecond'
     WHERE NOT EXISTS (SELECT FROM @step s WHERE s.run_id = $1 AND s.id = $2)
     ON CONFLICT (run_id, step_id) DO NOTHING`,
    [runId, op.id, kind, nameOf(op), event, condition, awaitedText(condition, started), delayMs],
  );
  tx.wakeAfter(delayMs);
}
