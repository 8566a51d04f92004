import { z } from "zod";
import type { FunctionDefinition } from "./definition";
import { delayUntil } from "./duration";
import { compile, ExpressionError } from "./expression";
import { ulid } from "./ids";
import { type EventPayload, internalEvents, type Operation, type StepState } from "./protocol";
import { completeStep, createRun } from "./runs";
import type { Transaction } from "./store/database";

/** Thrown for an operation after which the run cannot go on; the message becomes its error. */
export class RunFailure extends Error {}

/** What Inngest gives a wait whose function names no timeout: a year. */
const DEFAULT_WAIT_MS = 365 * 86_400_000;

const invokeOptions = z.looseObject({
  function_id: z.string(),
  timeout: z.string().nullish(),
  payload: z.looseObject({ data: z.record(z.string(), z.unknown()).nullish() }).nullish(),
});

/** A name for people, from what the SDK sends beside the hashed id. */
export function nameOf(op: Operation): string {
  return (op.displayName ?? op.name ?? op.id).replaceAll("\u0000", "");
}

/**
 * Opens what a discovery found: queues planned steps, starts sleeps, waits and invocations.
 * One that is open or done already stays as it is. Throws RunFailure for what is not supported.
 */
export async function openStep(
  tx: Transaction,
  runId: string,
  op: Operation,
  race: boolean,
): Promise<void> {
  switch (op.op) {
    case "StepPlanned":
      await tx.query(
        `INSERT INTO @queue_item (run_id, step_id, run_created_at, limit_keys, limits, race)
         SELECT id, $2, created_at, limit_keys, limits, $3 FROM @run r WHERE id = $1
           AND NOT EXISTS (SELECT FROM @step s WHERE s.run_id = r.id AND s.id = $2)
         ON CONFLICT (run_id, step_id) DO NOTHING`,
        [runId, op.id, race],
      );
      tx.wakeWorkers();
      return;
    case "Sleep": {
      const duration = op.opts?.duration ?? op.name ?? "";
      const delayMs = duration === "" ? 0 : delayUntil(String(duration));
      if (delayMs === null) throw new RunFailure(`A sleep names no usable time: "${duration}".`);
      await openWait(tx, runId, op, race, { kind: "sleep", delayMs });
      return;
    }
    case "WaitForEvent":
      await openEventWait(tx, runId, op, race);
      return;
    case "InvokeFunction":
      await invoke(tx, runId, op, race);
      return;
    default:
      throw new RunFailure(
        `The step "${nameOf(op)}" needs "${op.op}", which the embedded engine does not support. Run the app against an Inngest server.`,
      );
  }
}

interface Wait {
  kind: "sleep" | "event" | "invoke";
  delayMs: number;
  event?: string;
  condition?: string | null;
  invokedRunId?: string;
}

async function openWait(
  tx: Transaction,
  runId: string,
  op: Operation,
  race: boolean,
  wait: Wait,
): Promise<void> {
  await tx.query(
    `INSERT INTO @wait (run_id, step_id, kind, name, race, event, condition, invoked_run_id, expires_at)
     SELECT $1, $2, $3, $4, $5, $6, $7, $8, now() + $9 * interval '1 millisecond'
     WHERE NOT EXISTS (SELECT FROM @step s WHERE s.run_id = $1 AND s.id = $2)
     ON CONFLICT (run_id, step_id) DO NOTHING`,
    [
      runId,
      op.id,
      wait.kind,
      nameOf(op),
      race,
      wait.event ?? null,
      wait.condition ?? null,
      wait.invokedRunId ?? null,
      wait.delayMs,
    ],
  );
  tx.wakeAfter(wait.delayMs);
}

/** Milliseconds until the wait ends without a result. */
function timeoutOf(op: Operation, timeout: unknown): number {
  if (timeout === undefined || timeout === null || timeout === "") return DEFAULT_WAIT_MS;
  const delayMs = delayUntil(String(timeout));
  if (delayMs === null) {
    throw new RunFailure(`The step "${nameOf(op)}" names no usable timeout: "${String(timeout)}".`);
  }
  return delayMs;
}

async function openEventWait(
  tx: Transaction,
  runId: string,
  op: Operation,
  race: boolean,
): Promise<void> {
  const event = String(op.opts?.event ?? op.name ?? "");
  const condition = typeof op.opts?.if === "string" ? op.opts.if : null;
  if (condition) {
    try {
      compile(condition, ["event", "async"]);
    } catch (error) {
      if (error instanceof ExpressionError) throw new RunFailure(error.message);
      throw error;
    }
  }
  const delayMs = timeoutOf(op, op.opts?.timeout);
  await openWait(tx, runId, op, race, { kind: "event", event, condition, delayMs });
}

async function invoke(tx: Transaction, runId: string, op: Operation, race: boolean): Promise<void> {
  const options = invokeOptions.safeParse(op.opts);
  if (!options.success) throw new RunFailure(`The step "${nameOf(op)}" invokes nothing usable.`);
  const known = await tx.query(
    `SELECT FROM @wait WHERE run_id = $1 AND step_id = $2
     UNION ALL SELECT FROM @step WHERE run_id = $1 AND id = $2`,
    [runId, op.id],
  );
  if (known.length > 0) return;
  const { function_id: functionId, payload, timeout } = options.data;
  const [target] = await tx.query<{ definition: FunctionDefinition }>(
    "SELECT definition FROM @function WHERE id = $1 AND archived_at IS NULL",
    [functionId],
  );
  const id = ulid();
  const event: EventPayload = {
    ...payload,
    id,
    name: internalEvents.invoked,
    data: { ...payload?.data, _inngest: { fn_id: functionId, source_run_id: runId } },
    ts: Date.now(),
  };
  const invokedRunId = target ? await createRun(tx, target.definition, event) : null;
  if (invokedRunId) {
    const delayMs = timeoutOf(op, timeout);
    await openWait(tx, runId, op, race, { kind: "invoke", delayMs, invokedRunId });
    return;
  }
  const message = target
    ? `The function "${functionId}" did not start: its idempotency key was used within 24 hours.`
    : `There is no function "${functionId}".`;
  const state: StepState = { type: "error", error: { name: "Error", message } };
  await completeStep(tx, runId, { id: op.id, op: op.op, name: nameOf(op), state });
}

/** Closes a wait that ran out: a sleep is over, an event did not come, an invocation took too long. */
export function expiredState(kind: Wait["kind"]): StepState {
  if (kind !== "invoke") return { type: "data", data: null };
  return {
    type: "error",
    error: { name: "InngestInvokeTimeoutError", message: "The invoked function took too long." },
  };
}
