import type { CallResult } from "./call";
import { endRun } from "./events";
import { nameOf, openStep, RunFailure } from "./operations";
import { type Operation, type ProtocolError, protocolError, type StepState } from "./protocol";
import type { ClaimedItem } from "./queue";
import { completeStep, continueRun, DISCOVERY, queueDiscovery, type RunResult } from "./runs";
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
 * With `mayContinue` it answers the call that follows a step that stood alone, still claimed, which
 * saves a way through the queue; else, and for everything else, null.
 */
export async function applyOutcome(
  db: Database,
  item: ClaimedItem,
  result: CallResult,
  delays: Delays,
  mayContinue: boolean,
): Promise<ClaimedItem | null> {
  return db.transaction(async (tx) => {
    const [held] = await tx.query<Held>(
      `SELECT r.ended_at IS NULL AS active, q.again, q.race, q.limit_keys <> '{}' AS limited
       FROM @run r JOIN @queue_item q ON q.run_id = r.id
       WHERE r.id = $1 AND q.step_id = $2 AND q.lease_owner = $3 FOR UPDATE`,
      [item.runId, item.stepId, item.lease],
    );
    if (!held) return null;
    const outcome = new Outcome(tx, item, held, delays);
    if (held.active && mayContinue && !held.again) {
      const next = await outcome.continueAlone(result);
      if (next) return next;
    }
    // Whatever follows, a place in the concurrency group of this item becomes free.
    if (held.limited) tx.wakeWorkers();
    try {
      if (held.active) await outcome.apply(result);
      else await outcome.removeItem();
    } catch (error) {
      if (!(error instanceof RunFailure)) throw error;
      await outcome.end({ status: "failed", error: { name: "Error", message: error.message } });
    }
    return null;
  });
}

interface Held {
  /** The item belongs to a concurrency group. */
  limited: boolean;
  /** The run has not ended meanwhile. */
  active: boolean;
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

  /**
   * After a discovery that ran the only open step itself, nobody else can have changed the run: the
   * next call is known without asking the database, and keeps the lease.
   */
  async continueAlone(result: CallResult): Promise<ClaimedItem | null> {
    if (result.kind !== "steps" || this.item.stepId !== DISCOVERY || this.item.hasOpenSteps)
      return null;
    const [op, ...others] = result.operations;
    if (op?.op !== "StepRun" || others.length > 0) return null;
    const state: StepState = { type: "data", data: op.data ?? null };
    await this.complete(op, state);
    await this.tx.query(
      "UPDATE @queue_item SET attempt = 0, refusals = 0 WHERE run_id = $1 AND step_id = $2",
      [this.item.runId, this.item.stepId],
    );
    return {
      ...this.item,
      attempt: 0,
      refusals: 0,
      steps: { ...this.item.steps, [op.id]: state },
      stack: [...this.item.stack, op.id],
    };
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
    await this.endStep({ id: this.item.stepId, op: "StepFailed" }, { type: "error", error });
  }

  private async steps(result: Extract<CallResult, { kind: "steps" }>): Promise<void> {
    let completed = false;
    for (const op of result.operations) {
      if (op.op === "RunComplete") return this.end({ status: "completed", output: op.data });
      const failed = op.op === "StepError" || op.op === "StepFailed";
      if (op.op === "StepError" && !result.noRetry && this.hasAttemptsLeft()) {
        return this.retry(result.retryAfterMs);
      }
      if (failed || op.op === "StepRun" || op.op === "Step") {
        const state: StepState = failed
          ? { type: "error", error: protocolError.parse(op.error) }
          : { type: "data", data: op.data ?? null };
        if (op.id === this.item.stepId) return this.endStep(op, state);
        await this.complete(op, state);
        completed = true;
      } else {
        const race = result.race || op.opts?.parallelMode === "race";
        await openStep(this.tx, this.item.runId, op, race);
      }
    }
    await this.removeItem();
    // Without a result it goes on at once only if nothing stayed open, as after an invocation that
    // could not start.
    if (completed || this.held.again) await queueDiscovery(this.tx, this.item.runId);
    else await continueRun(this.tx, this.item.runId, false);
  }

  /** The planned step of this item has its result. */
  private async endStep(op: Operation, state: StepState): Promise<void> {
    const { runId, stepId } = this.item;
    const [row] = await this.tx.query<{ pending: boolean }>(
      `WITH result AS (
         INSERT INTO @step (run_id, id, op, name, state) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (run_id, id) DO NOTHING
       ), item AS (
         DELETE FROM @queue_item WHERE run_id = $1 AND step_id = $2
       )
       SELECT EXISTS (SELECT FROM @queue_item WHERE run_id = $1 AND step_id NOT IN ($2, $6))
           OR EXISTS (SELECT FROM @wait WHERE run_id = $1 AND kind <> 'cancel') AS pending`,
      [runId, stepId, op.op, nameOf(op), JSON.stringify(state), DISCOVERY],
    );
    if (this.held.race || !row?.pending) await queueDiscovery(this.tx, runId);
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
