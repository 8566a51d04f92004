import { type CallResult, callFunction, threw } from "./call";
import { type Logger, reasonOf } from "./log";
import { applyOutcome, type Delays } from "./outcome";
import type { ClaimedItem, Queue } from "./queue";
import type { Database } from "./store/database";

/** Milliseconds between retries of a failed write of an outcome. */
const WRITE_RETRY_MS = 500;

export interface WorkerSettings {
  signingKey: string;
  /** How many calls this process makes at once. */
  concurrency: number;
  callTimeoutMs: number;
  delays: Delays;
  /** Called when the app could not be reached. */
  onUnreachable: (reason: string) => void;
}

interface Running {
  item: ClaimedItem;
  controller: AbortController;
  done: Promise<void>;
}

const keyOf = (item: { runId: string; stepId: string }) => `${item.runId} ${item.stepId}`;

/** Claims due items and makes their calls. */
export class Worker {
  private readonly running = new Map<string, Running>();
  private claiming: Promise<void> | null = null;
  private again = false;
  private stopping = false;

  constructor(
    private readonly db: Database,
    private readonly queue: Queue,
    private readonly log: Logger,
    private readonly settings: WorkerSettings,
  ) {}

  /** Items with open calls. */
  runningItems(): ClaimedItem[] {
    return [...this.running.values()].map(({ item }) => item);
  }

  /** Looks for due work now. Calls during a look are merged into one more look. */
  kick(): void {
    if (this.stopping) return;
    if (this.claiming) {
      this.again = true;
      return;
    }
    this.claiming = this.claim()
      .catch((error) => this.log.error("Could not claim work", { error: reasonOf(error) }))
      .finally(() => {
        this.claiming = null;
        if (this.again) {
          this.again = false;
          this.kick();
        }
      });
  }

  private async claim(): Promise<void> {
    const capacity = this.settings.concurrency - this.running.size;
    if (capacity <= 0) return;
    for (const item of await this.queue.claim(capacity)) this.start(item);
  }

  private start(item: ClaimedItem): void {
    const controller = new AbortController();
    const running: Running = { item, controller, done: Promise.resolve() };
    this.running.set(keyOf(item), running);
    running.done = this.work(running)
      .catch((error) =>
        this.log.error("A call was lost", { ...where(item), error: reasonOf(error) }),
      )
      .finally(() => {
        const wasFull = this.running.size >= this.settings.concurrency;
        // The same item may have been claimed again already: its result was stored before this.
        if (this.running.get(keyOf(item)) === running) this.running.delete(keyOf(item));
        if (wasFull) this.kick();
      });
  }

  private async work({ item, controller: { signal } }: Running): Promise<void> {
    await this.write(item, await this.call(item, signal), signal);
  }

  private async call(item: ClaimedItem, signal: AbortSignal): Promise<CallResult> {
    const startedAt = Date.now();
    const result = await callFunction(item, this.settings.signingKey, {
      timeoutMs: this.settings.callTimeoutMs,
      signal,
    });
    if (signal.aborted) return result;
    this.report(item, result, Date.now() - startedAt);
    if (result.kind === "unreachable") this.settings.onUnreachable(result.reason);
    if (this.stopping && result.kind === "threw" && result.brokeOff) {
      // App and engine usually stop together: an aborted call is then no failure of the step.
      return { kind: "unreachable", reason: result.error.message };
    }
    return result;
  }

  /** While the database is down, the result stays in memory until it is written. */
  private async write(item: ClaimedItem, result: CallResult, signal: AbortSignal): Promise<void> {
    let stored = result;
    while (!signal.aborted) {
      try {
        return await applyOutcome(this.db, item, stored, this.settings.delays);
      } catch (error) {
        this.log.error("Could not store a result", { ...where(item), error: reasonOf(error) });
        if (isRefusedValue(error)) stored = unstorable(reasonOf(error));
        else await new Promise((resolve) => setTimeout(resolve, WRITE_RETRY_MS));
      }
    }
  }

  private report(item: ClaimedItem, result: CallResult, ms: number): void {
    const fields = { ...where(item), attempt: item.attempt, ms };
    if (result.kind === "threw") {
      this.log.warn("A call failed", { ...fields, error: result.error.message });
    } else if (result.kind !== "unreachable") {
      this.log.debug("A call ended", { ...fields, kind: result.kind });
    }
  }

  /** Drops calls whose lease another process took over. */
  drop(lost: ClaimedItem[]): void {
    for (const item of lost) {
      const running = this.running.get(keyOf(item));
      if (running?.item.lease !== item.lease) continue;
      this.log.warn("Lost the lease of a call", where(item));
      running.controller.abort();
    }
  }

  /** Claims no more items and waits for open calls, at most `graceMs`. */
  async stop(graceMs: number): Promise<void> {
    this.stopping = true;
    await this.claiming;
    let timer: NodeJS.Timeout | undefined;
    const grace = new Promise((resolve) => {
      timer = setTimeout(resolve, graceMs);
    });
    await Promise.race([Promise.all([...this.running.values()].map(({ done }) => done)), grace]);
    clearTimeout(timer);
    for (const { controller } of this.running.values()) controller.abort();
    await Promise.all([...this.running.values()].map(({ done }) => done));
  }
}

function where(item: ClaimedItem): Record<string, unknown> {
  return { function: item.definition.id, run: item.runId, step: item.stepId };
}

/** PostgreSQL's class 22: the value itself is refused, so a retry does not help. */
function isRefusedValue(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    typeof error.code === "string" &&
    error.code.startsWith("22")
  );
}

function unstorable(reason: string): CallResult {
  const error = { name: "Error", message: `The result cannot be stored: ${reason}` };
  return threw(error, { noRetry: true });
}
