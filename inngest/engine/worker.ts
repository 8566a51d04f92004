import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { type CallResult, callFunction, threw } from "./call";
import { type Database, isRefusedForGood } from "./database";
import type { Settings } from "./options";
import { applyOutcome, type Delays } from "./outcome";
import { type ClaimedItem, claim } from "./queue";

/** Milliseconds between retries of a failed write of an outcome. */
const WRITE_RETRY_MS = 500;

/** Claims due items and makes their calls. */
export class Worker {
  private readonly running = new Set<Promise<void>>();
  private readonly cutOff = new AbortController();
  private claiming: Promise<void> | null = null;
  private again = false;
  private stopping = false;

  constructor(
    private readonly db: Database,
    private readonly log: Logger,
    private readonly settings: Settings,
    private readonly delays: Delays,
  ) {}

  /** Looks for due work now. Calls during a look are merged into one more look. */
  kick(): void {
    if (this.stopping) return;
    if (this.claiming) {
      this.again = true;
      return;
    }
    this.claiming = this.claim()
      .catch((err) => this.log.error({ err }, "Could not claim work"))
      .finally(() => {
        this.claiming = null;
        if (!this.again) return;
        this.again = false;
        this.kick();
      });
  }

  private async claim(): Promise<void> {
    const capacity = this.settings.concurrency - this.running.size;
    if (capacity <= 0) return;
    for (const item of await claim(this.db, capacity)) this.start(item);
  }

  private start(item: ClaimedItem): void {
    const work = this.work(item)
      .catch((err) => this.log.error({ ...where(item), err }, "A call was lost"))
      .finally(() => {
        const wasFull = this.running.size >= this.settings.concurrency;
        this.running.delete(work);
        if (wasFull) this.kick();
      });
    this.running.add(work);
  }

  private async work(item: ClaimedItem): Promise<void> {
    const startedAt = Date.now();
    const { signal } = this.cutOff;
    const result = await callFunction(this.settings, item, {
      timeoutMs: this.settings.callTimeoutMs,
      signal,
    });
    if (signal.aborted) return;
    const fields = { ...where(item), attempt: item.attempt, ms: Date.now() - startedAt };
    if (result.kind === "threw") {
      this.log.warn({ ...fields, error: result.error.message }, "A call failed");
    } else this.log.debug({ ...fields, kind: result.kind }, "A call ended");
    await this.write(item, result);
  }

  /**
   * While the database is down, the result stays in memory until it is written. A result that the
   * database refuses for good becomes an error without retries.
   */
  private async write(item: ClaimedItem, made: CallResult): Promise<void> {
    for (let result = made; !this.cutOff.signal.aborted; await sleep(WRITE_RETRY_MS)) {
      try {
        return await applyOutcome(this.db, item, result, this.delays);
      } catch (err) {
        const isFinal = isRefusedForGood(err);
        const what = isFinal ? "A result cannot be stored and fails" : "Could not store a result";
        this.log.error({ ...where(item), err }, what);
        if (isFinal) result = threw(`The result cannot be stored: ${(err as Error).message}`, true);
      }
    }
  }

  /** Claims no more items and waits for open calls, at most `graceMs`; then it breaks them off. */
  async stop(graceMs: number): Promise<void> {
    this.stopping = true;
    await this.claiming;
    const timer = setTimeout(() => this.cutOff.abort(), graceMs);
    await Promise.all(this.running);
    clearTimeout(timer);
  }
}

function where(item: ClaimedItem): Record<string, unknown> {
  return { function: item.definition.id, run: item.runId, step: item.stepId };
}
