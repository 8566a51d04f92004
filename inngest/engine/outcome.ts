import type { CallResult } from "./call";
import type { Database, Transaction } from "./database";
import { type Operation, protocolError, type StepState } from "./protocol";
import type { ClaimedItem } from "./queue";
import {
  awaitedText,
  completeStep,
  continueRun,
  DISCOVERY,
  endRun,
  lockActiveRun,
  openWait,
  queueCall,
  type RunResult,
} from "./runs";

/** Milliseconds before a repeated call. */
export interface Delays {
  /** After a failed attempt (1 = the first). */
  retry(attempt: number): number;
  /** After a call that did not reach the app. */
  refusalMs: number;
}

/**
 * Stores the outcome of a call in one transaction: memoised steps, new queue items and waits, a
 * retry, or the end of the run.
 */
export function applyOutcome(
  db: Database,
  item: ClaimedItem,
  result: CallResult,
  delays: Delays,
): Promise<void> {
  return db.transaction(async (tx) => {
    const isActive = await lockActiveRun(tx, item.runId);
    const outcome = new Outcome(tx, item, delays);
    // A slot of the item's concurrency groups becomes free.
    if (item.definition.concurrency.length > 0) tx.wake();
    if (isActive) await outcome.apply(result);
    else await outcome.removeItem();
  });
}

class Outcome {
  constructor(
    private readonly tx: Transaction,
    private readonly item: ClaimedItem,
    private readonly delays: Delays,
  ) {}

  async apply(result: CallResult): Promise<void> {
    const { attempt, definition, runId, stepId } = this.item;
    switch (result.kind) {
      case "unreachable":
        return this.requeue(this.delays.refusalMs, { isRefused: true });
      case "returned":
        return this.end({ status: "completed", output: result.output });
      case "threw":
      case "steps": {
        const mayRetry = !result.noRetry && attempt + 1 < definition.maxAttempts;
        const retry = () => this.requeue(result.retryAfterMs ?? this.delays.retry(attempt + 1));
        if (result.kind === "steps") return this.steps(result.operations, mayRetry, retry);
        if (mayRetry) return retry();
        const { error } = result;
        if (stepId === DISCOVERY) return this.end({ status: "failed", output: error });
        // A planned step whose calls were all interrupted fails as a step, so the function may
        // catch the error.
        const step = { id: stepId, op: "StepFailed", name: stepId };
        await completeStep(this.tx, runId, { ...step, state: { type: "error", error } });
        return this.finishCall();
      }
    }
  }

  private async steps(
    operations: Operation[],
    mayRetry: boolean,
    retry: () => Promise<void>,
  ): Promise<void> {
    const { runId } = this.item;
    for (const op of operations) {
      if (op.op === "RunComplete") return this.end({ status: "completed", output: op.data });
      if (op.op === "StepError" && mayRetry) return retry();
      const name = (op.displayName ?? op.id).replaceAll("\u0000", "");
      if (op.op === "StepPlanned") await queueCall(this.tx, runId, op.id);
      else if (op.op === "Sleep") {
        await openWait(this.tx, runId, { id: op.id, kind: "sleep", name, delayMs: op.name });
      } else if (op.op === "WaitForEvent") {
        const { timeout: delayMs, if: field } = op.opts;
        const wait = { event: op.name, awaited: awaitedText(field, this.item.event), delayMs };
        await openWait(this.tx, runId, { id: op.id, kind: "event", name, ...wait });
      } else {
        const state: StepState =
          op.op === "StepRun"
            ? { type: "data", data: op.data ?? null }
            : { type: "error", error: protocolError.parse(op.error) };
        await completeStep(this.tx, runId, { id: op.id, op: op.op, name, state });
      }
    }
    await this.finishCall();
  }

  private async end(result: RunResult): Promise<void> {
    await this.removeItem();
    await endRun(this.tx, this.item.runId, result);
  }

  async removeItem(): Promise<void> {
    await this.tx.query("DELETE FROM queue_item WHERE run_id = $1 AND step_id = $2", [
      this.item.runId,
      this.item.stepId,
    ]);
  }

  /** This call is over; the function is called again when no other step of the run is open. */
  private async finishCall(): Promise<void> {
    await this.removeItem();
    await continueRun(this.tx, this.item.runId);
  }

  private async requeue(delayMs: number, { isRefused = false } = {}): Promise<void> {
    const { runId, stepId, attempt, steps } = this.item;
    // A run whose first call did not reach the app has not begun: it waits for its turn as before.
    const isUnbegun = isRefused && attempt === 0 && steps.length === 0;
    await this.tx.query(
      `UPDATE queue_item SET is_claimed = false, is_start = $5,
         attempt = $3, available_at = now() + $4 * interval '1 millisecond'
       WHERE run_id = $1 AND step_id = $2`,
      [runId, stepId, isRefused ? attempt : attempt + 1, Math.round(delayMs), isUnbegun],
    );
    this.tx.wake(delayMs);
  }
}
