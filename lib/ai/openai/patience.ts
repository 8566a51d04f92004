import { AppError } from "@/lib/platform/errors";

/** Milliseconds. */
export interface Limits {
  /** Until the answer begins. */
  first: number;
  /** Between two parts of it. */
  pause: number;
  /** For all of it. */
  whole: number;
}

/** Ends a call that stays silent too long, or that nobody waits for any more. */
export class Patience {
  readonly signal: AbortSignal;
  private readonly late = new AbortController();
  private readonly end: NodeJS.Timeout;
  private silence: NodeJS.Timeout;

  constructor(
    private readonly limits: Limits,
    private readonly caller?: AbortSignal,
  ) {
    this.signal = caller ? AbortSignal.any([caller, this.late.signal]) : this.late.signal;
    const giveUp = () => this.late.abort();
    this.end = setTimeout(giveUp, limits.whole);
    this.silence = setTimeout(giveUp, limits.first);
  }

  /** A part of the answer has come. */
  heard(): void {
    clearTimeout(this.silence);
    if (!this.signal.aborted) {
      this.silence = setTimeout(() => this.late.abort(), this.limits.pause);
    }
  }

  close(): void {
    clearTimeout(this.end);
    clearTimeout(this.silence);
  }

  /** @throws the caller's reason, or AppError `ai_unavailable`, where the call was ended */
  check(): void {
    this.caller?.throwIfAborted();
    if (this.late.signal.aborted) {
      throw new AppError("ai_unavailable", "The AI service did not answer in time.");
    }
  }
}
