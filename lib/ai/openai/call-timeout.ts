import { AppError } from "@/lib/platform/errors";
import { timedOutMessage } from "../provider-messages";

/** All in milliseconds. */
export interface TimeoutLimits {
  /** Time until the first token of the answer. */
  firstChunk: number;
  /** Between two chunks. */
  idle: number;
  /** For the complete answer. */
  total: number;
}

/** Aborts a call that exceeds a limit or that its caller has cancelled. */
export class CallTimeout {
  readonly signal: AbortSignal;
  private readonly controller = new AbortController();
  private readonly totalTimer: NodeJS.Timeout;
  private idleTimer: NodeJS.Timeout;

  constructor(
    private readonly limits: TimeoutLimits,
    private readonly caller?: AbortSignal,
  ) {
    this.signal = caller
      ? AbortSignal.any([caller, this.controller.signal])
      : this.controller.signal;
    const giveUp = () => this.controller.abort();
    this.totalTimer = setTimeout(giveUp, limits.total);
    this.idleTimer = setTimeout(giveUp, limits.firstChunk);
  }

  /** Call on each chunk. */
  resetIdle(): void {
    clearTimeout(this.idleTimer);
    if (!this.signal.aborted) {
      this.idleTimer = setTimeout(() => this.controller.abort(), this.limits.idle);
    }
  }

  clear(): void {
    clearTimeout(this.totalTimer);
    clearTimeout(this.idleTimer);
  }

  /** @throws the caller's abort reason, or after a timeout the given error (AppError) */
  throwIfTimedOut(timedOut = () => new AppError("ai_unavailable", timedOutMessage)): void {
    this.caller?.throwIfAborted();
    if (this.controller.signal.aborted) throw timedOut();
  }
}
