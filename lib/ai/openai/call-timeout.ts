import { AppError } from "@/lib/platform/errors";

/** Milliseconds. */
export interface TimeoutLimits {
  /** Until the answer begins. */
  firstChunk: number;
  /** Between two parts of it. */
  idle: number;
  /** For all of it. */
  total: number;
}

/** Ends a call that stays silent too long, or that nobody waits for any more. */
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

  /** A part of the answer has come. */
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

  /** @throws the caller's reason, or AppError `ai_unavailable`, where the call was ended */
  throwIfTimedOut(): void {
    this.caller?.throwIfAborted();
    if (this.controller.signal.aborted) {
      throw new AppError("ai_unavailable", "The AI service did not answer in time.");
    }
  }
}
