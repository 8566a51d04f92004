/**
 * Asks for a job until it has ended: the rules of the specification, section 9, without a browser
 * and without a query client.
 */

/** Milliseconds. */
export interface PollingPolicy {
  initialDelay: number;
  interval: number;
  /** The longest wait after failures; each failure in a row doubles it, beginning with `every`. */
  maxInterval: number;
  /** So many failures in a row end it. */
  maxFailures: number;
  /** Since the job was started; none where a job may take as long as it takes. */
  timeout?: number;
  /** So many questions end it, answered or not. */
  maxPolls?: number;
}

export const imagePolling: PollingPolicy = {
  initialDelay: 1_000,
  interval: 3_000,
  maxInterval: 30_000,
  maxFailures: 5,
};
export const videoPolling: PollingPolicy = {
  initialDelay: 3_000,
  interval: 3_000,
  maxInterval: 3_000,
  maxFailures: 5,
  timeout: 300_000,
};
/** Pictures of a story that is being set up: seen in the story itself, and not waited for for ever. */
export const drawingPolling: PollingPolicy = {
  initialDelay: 3_000,
  interval: 3_000,
  maxInterval: 3_000,
  maxFailures: Number.POSITIVE_INFINITY,
  maxPolls: 40,
};

/** What is heard on the side may come in bursts: at least so long between two questions. */
const minInterval = 250;

export type JobEnd<Job> =
  | { how: "ended"; job: Job }
  /** Nobody could be asked. */
  | { how: "unreachable" }
  | { how: "timed-out" };

interface WatchOptions<Job> {
  ask: (signal: AbortSignal) => Promise<Job>;
  /** Where it never says so, only the pace or whoever stops it ends the watch. */
  hasEnded?: (job: Job) => boolean;
  onUpdate?: (job: Job) => void;
  /** Called once; never after the watch was stopped. */
  onEnd: (end: JobEnd<Job>) => void;
  /** Calls back when something may have happened, so that nobody waits for the next poll. */
  subscribe?: (hint: () => void) => () => void;
  /** When the job was started, for `patience`. */
  startedAt?: number;
}

/** The wait before the next question, after so many failures in a row. */
export function backoffAfter(policy: PollingPolicy, failuresInARow: number): number {
  if (failuresInARow === 0) return policy.interval;
  return Math.min(policy.interval * 2 ** (failuresInARow - 1), policy.maxInterval);
}

/** @returns a function that stops it */
export function watchJob<Job>(policy: PollingPolicy, watched: WatchOptions<Job>): () => void {
  const { ask, hasEnded, onUpdate, onEnd, subscribe, startedAt = Date.now() } = watched;
  const stopping = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let deadline: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let polls = 0;
  let isPolling = false;
  let isHinted = false;
  let polledAt = Number.NEGATIVE_INFINITY;
  let isTimedOut = false;

  const stop = () => {
    stopping.abort();
    clearTimeout(timer);
    clearTimeout(deadline);
    unsubscribe?.();
  };
  const end = (how: JobEnd<Job>) => {
    stop();
    onEnd(how);
  };
  const schedulePoll = (wait: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void poll(), wait);
  };
  const minDelay = () => Math.max(0, polledAt + minInterval - Date.now());

  async function poll(): Promise<void> {
    isPolling = true;
    isHinted = false;
    polledAt = Date.now();
    polls += 1;
    try {
      const job = await ask(stopping.signal);
      if (stopping.signal.aborted) return;
      failures = 0;
      if (hasEnded?.(job)) return end({ how: "ended", job });
      onUpdate?.(job);
    } catch {
      if (stopping.signal.aborted) return;
      failures += 1;
      if (failures >= policy.maxFailures) return end({ how: "unreachable" });
    } finally {
      isPolling = false;
    }
    if (isTimedOut || polls === policy.maxPolls) return end({ how: "timed-out" });
    // What was heard while the answer was on its way may not be in it.
    schedulePoll(isHinted && failures === 0 ? minDelay() : backoffAfter(policy, failures));
  }

  const unsubscribe = subscribe?.(() => {
    // A server in trouble is not asked more often because something was heard.
    if (stopping.signal.aborted || failures > 0) return;
    isHinted = true;
    if (!isPolling) schedulePoll(minDelay());
  });
  if (policy.timeout !== undefined) {
    // It may have ended while nobody looked, as in a page that was away: one question more tells.
    const left = startedAt + policy.timeout - Date.now();
    deadline = setTimeout(
      () => {
        isTimedOut = true;
        if (!isPolling) schedulePoll(0);
      },
      Math.max(0, left),
    );
  }
  schedulePoll(policy.initialDelay);
  return stop;
}
