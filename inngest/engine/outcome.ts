import type { CallResult } from "./call";
import { endRun } from "./events";
import { nameOf, openStep, RunFailure } from "./operations";
import { type Operation, type ProtocolError, protocolError, type StepState } from "./protocol";
import type { ClaimedItem } from "./queue";
import {
  completeStep,
  continueRun,
  DISCOVERY,
  lockActiveRun,
  queueDiscovery,
  type RunResult,
} from "./runs";
import type { Database, Transaction } from "./store/database";

/** How long to wait before the given repetition (1 = the first), in milliseconds. */
export interface Delays {
  /** After a failed attempt. */
  retry(repetition: number): number;
  /** After a call that did not reach the app. */
  refusal(repetition: number): number;
}

/**
 * Writes down what a call brought, in one transaction: memoised steps, new queue items and waits,
 * a retry, or the end of the run. Does nothing if the item is no longer this process's.
 */
export async function applyOutcome(
  db: Database,
  instanceId: string,
  item: ClaimedItem,
  result: CallResult,
  delays: Delays,
): Promise<void> {
  await db.transaction(async (tx) => {
    const active = await lockActiveRun(tx, item.runId);
    const [held] = await tx.query<Held>(
      `SELECT again, race FROM @queue_item
       WHERE run_id = $1 AND step_id = $2 AND lease_owner = $3 FOR UPDATE`,
      [item.runId, item.stepId, instanceId],
    );
    if (!held) return;
    // Whatever follows, a place in the concurrency group of this item becomes free.
    tx.wakeWorkers();
    const outcome = new Outcome(tx, item, held, delays);
    if (!active) return outcome.removeItem();
    try {
      await outcome.apply(result);
    } catch (error) {
      if (!(error instanceof RunFailure)) throw error;
      await outcome.end({ status: "failed", error: { name: "Error", message: error.message } });
    }
  });
}

interface Held {
  /** Another discovery was asked for while this one was under way. */
  again: boolean;
  /** The run goes on after this step alone, without waiting for its siblings. */
  race: boolean;
}

class Outcome {
  constructor(
    private readonly tx: Transaction,
    private readonly item: ClaimedItem,
    private readonly held: Held,
    private readonly delays: Delays,
  ) {}

  async apply(result: CallResult): Promise<void> {
    switch (result.kind) {
      case "unreachable":
        return this.putBack({
          refused: true,
          delayMs: this.delays.refusal(this.item.refusals + 1),
        });
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
    if (!noRetry && this.hasAttemptsLeft()) return this.retry(retryAfterMs);
    if (this.item.stepId === DISCOVERY) return this.end({ status: "failed", error });
    // A planned step whose calls all broke off has failed as a step: the function may catch it.
    await this.complete({ id: this.item.stepId, op: "StepFailed" }, { type: "error", error });
    await this.removeItem();
    await continueRun(this.tx, this.item.runId, this.held.race);
  }

  private async steps(result: Extract<CallResult, { kind: "steps" }>): Promise<void> {
    let completed = false;
    for (const op of result.operations) {
      if (op.op === "StepRun" || op.op === "Step") {
        await this.complete(op, { type: "data", data: op.data ?? null });
        completed = true;
      } else if (op.op === "StepError" || op.op === "StepFailed") {
        const isFinal = op.op === "StepFailed" || result.noRetry || !this.hasAttemptsLeft();
        if (!isFinal) return this.retry(result.retryAfterMs);
        await this.complete(op, { type: "error", error: protocolError.parse(op.error) });
        completed = true;
      } else if (op.op === "RunComplete") {
        return this.end({ status: "completed", output: op.data });
      } else {
        const race = result.race || op.opts?.parallelMode === "race";
        await openStep(this.tx, this.item.runId, op, race);
      }
    }
    await this.removeItem();
    if (this.item.stepId !== DISCOVERY) {
      await continueRun(this.tx, this.item.runId, this.held.race);
    } else if (completed || this.held.again) {
      await queueDiscovery(this.tx, this.item.runId);
    } else {
      // Goes on at once only if nothing stayed open, as after an invocation that could not start.
      await continueRun(this.tx, this.item.runId, false);
    }
  }

  private complete(op: Operation, state: StepState): Promise<void> {
    const name = nameOf(op);
    return completeStep(this.tx, this.item.runId, { id: op.id, op: op.op, name, state });
  }

  private hasAttemptsLeft(): boolean {
    return this.item.attempt + 1 < this.item.definition.maxAttempts;
  }

  private retry(retryAfterMs: number | null): Promise<void> {
    const delayMs = retryAfterMs ?? this.delays.retry(this.item.attempt + 1);
    return this.putBack({ refused: false, delayMs });
  }

  private async putBack({
    refused,
    delayMs,
  }: {
    refused: boolean;
    delayMs: number;
  }): Promise<void> {
    await this.tx.query(
      `UPDATE @queue_item SET lease_owner = NULL, lease_until = NULL, again = false,
         attempt = attempt + $3, refusals = CASE WHEN $4 THEN refusals + 1 ELSE 0 END,
         available_at = now() + $5 * interval '1 millisecond'
       WHERE run_id = $1 AND step_id = $2`,
      [this.item.runId, this.item.stepId, refused ? 0 : 1, refused, Math.round(delayMs)],
    );
    this.tx.wakeAfter(delayMs);
  }
}
