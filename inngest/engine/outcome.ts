import type { CallResult } from "./call";
import { endRun, type RunResult } from "./events";
import { nameOf, openStep, RunFailure } from "./operations";
import { type ProtocolError, protocolError, type StepState } from "./protocol";
import type { ClaimedItem } from "./queue";
import { completeStep, continueRun, DISCOVERY } from "./runs";
import type { Database, Transaction } from "./store/database";

/** Milliseconds before the given retry (1 = the first). */
export interface Delays {
  /** After a failed attempt. */
  retry(repetition: number): number;
  /** After a call that did not reach the app. */
  refusal(repetition: number): number;
}

/**
 * Stores the outcome of a call in one transaction: memoised steps, new queue items and waits, a
 * retry, or the end of the run. Does nothing if the item no longer belongs to this process.
 */
export async function applyOutcome(
  db: Database,
  item: ClaimedItem,
  result: CallResult,
  delays: Delays,
): Promise<void> {
  return db.transaction(async (tx) => {
    const [lockedItem] = await tx.query<{ active: boolean; limited: boolean }>(
      `SELECT r.ended_at IS NULL AS active, q.limit_keys <> '{}' AS limited
       FROM @run r JOIN @queue_item q ON q.run_id = r.id
       WHERE r.id = $1 AND q.step_id = $2 AND q.lease_owner = $3 FOR UPDATE`,
      [item.runId, item.stepId, item.lease],
    );
    if (!lockedItem) return;
    const outcome = new Outcome(tx, item, delays);
    // In all cases a slot of the item's concurrency group becomes free.
    if (lockedItem.limited) tx.wakeWorkers();
    try {
      if (lockedItem.active) await outcome.apply(result);
      else await outcome.removeItem();
    } catch (error) {
      if (!(error instanceof RunFailure)) throw error;
      await outcome.end({ status: "failed", error: { name: "Error", message: error.message } });
    }
  });
}

class Outcome {
  constructor(
    private readonly tx: Transaction,
    private readonly item: ClaimedItem,
    private readonly delays: Delays,
  ) {}

  async apply(result: CallResult): Promise<void> {
    switch (result.kind) {
      case "unreachable":
        return this.requeue(this.delays.refusal(this.item.refusals + 1), { refused: true });
      case "returned":
        return this.end({ status: "completed", output: result.output });
      case "threw":
        return this.threw(result.error, result.noRetry, result.retryAfterMs);
      case "steps":
        return this.steps(result);
    }
  }

  async end(result: RunResult): Promise<void> {
    await this.removeItem();
    await endRun(this.tx, this.item.runId, result);
  }

  async removeItem(): Promise<void> {
    await this.tx.query("DELETE FROM @queue_item WHERE run_id = $1 AND step_id = $2", [
      this.item.runId,
      this.item.stepId,
    ]);
  }

  /** The function threw outside a step, or the call did not end. */
  private async threw(
    error: ProtocolError,
    noRetry: boolean,
    retryAfterMs: number | null,
  ): Promise<void> {
    const { runId, stepId } = this.item;
    if (!noRetry && this.hasAttemptsLeft()) return this.retry(retryAfterMs);
    if (stepId === DISCOVERY) return this.end({ status: "failed", error });
    // A planned step whose calls were all interrupted fails as a step, so the function may catch
    // the error.
    const state: StepState = { type: "error", error };
    await completeStep(this.tx, runId, { id: stepId, op: "StepFailed", name: stepId, state });
    await this.finishCall();
  }

  private async steps(result: Extract<CallResult, { kind: "steps" }>): Promise<void> {
    for (const op of result.operations) {
      if (op.op === "RunComplete") return this.end({ status: "completed", output: op.data });
      if (op.op === "StepError" && !result.noRetry && this.hasAttemptsLeft()) {
        return this.retry(result.retryAfterMs);
      }
      const failed = op.op === "StepError" || op.op === "StepFailed";
      if (failed || op.op === "StepRun" || op.op === "Step") {
        const state: StepState = failed
          ? { type: "error", error: protocolError.parse(op.error) }
          : { type: "data", data: op.data ?? null };
        const step = { id: op.id, op: op.op, name: nameOf(op), state };
        await completeStep(this.tx, this.item.runId, step);
      } else await openStep(this.tx, this.item, op);
    }
    await this.finishCall();
  }

  /** This call is over; the function is called again when no other step of the run is open. */
  private async finishCall(): Promise<void> {
    await this.removeItem();
    await continueRun(this.tx, this.item.runId);
  }

  private hasAttemptsLeft(): boolean {
    return this.item.attempt + 1 < this.item.definition.maxAttempts;
  }

  private retry(retryAfterMs: number | null): Promise<void> {
    return this.requeue(retryAfterMs ?? this.delays.retry(this.item.attempt + 1));
  }

  private async requeue(delayMs: number, { refused = false } = {}): Promise<void> {
    // A run whose first call did not reach the app has not begun: it waits for its turn as before.
    const isUnbegun = refused && this.item.attempt === 0 && this.item.steps.length === 0;
    await this.tx.query(
      `UPDATE @queue_item SET lease_owner = NULL, lease_until = NULL, is_start = $6,
         attempt = attempt + $3, refusals = CASE WHEN $4 THEN refusals + 1 ELSE 0 END,
         available_at = now() + $5 * interval '1 millisecond'
       WHERE run_id = $1 AND step_id = $2`,
      [this.item.runId, this.item.stepId, refused ? 0 : 1, refused, Math.round(delayMs), isUnbegun],
    );
    this.tx.wakeAfter(delayMs);
  }
}
