/**
 * Polls a job until it has ended: the rules of the specification, section 9, without a browser or a
 * query client.
 */

/** Milliseconds. */
export interface PollingPolicy {
  initialDelay: number;
  interval: number;
  /**
   * Milliseconds. The longest wait after failures; each failure in a row doubles the wait,
   * beginning with `every`.
   */
  maxInterval: number;
  /** Failures in a row that end the polling. */
  maxFailures: number;
  /** Milliseconds since the job was started; without it the job may take any time. */
  timeout?: number;
  /** Number of requests after which polling ends, even without an answer. */
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
/**
 * For pictures of a story that is being set up: the story itself shows them, so polling has an end.
 */
export const drawingPolling: PollingPolicy = {
  initialDelay: 3_000,
  interval: 3_000,
  maxInterval: 3_000,
  maxFailures: Number.POSITIVE_INFINITY,
  maxPolls: 40,
};

/** Milliseconds. Hints may come in bursts: the shortest time between two requests. */
const minInterval = 250;

export type JobEnd<Job> =
  | { how: "ended"; job: Job }
  /** The server could not be reached. */
  | { how: "unreachable" }
  | { how: "timed-out" };

interface WatchOptions<Job> {
  ask: (signal: AbortSignal) => Promise<Job>;
  /** Without it, only the policy or the caller ends the watch. */
  hasEnded?: (job: Job) => boolean;
  onUpdate?: (job: Job) => void;
  /** Called once; never after the watch was stopped. */
  onEnd: (end: JobEnd<Job>) => void;
  /**
   * Registers a callback for hints that the job may have changed; a hint triggers the next request
   * before the interval ends.
   */
  subscribe?: (hint: () => void) => () => void;
  /** When the job was started, for `timeout`. */
  startedAt?: number;
}

/** Milliseconds before the next request, by the number of failures in a row. */
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
    // The answer may lack a change if the hint came during the request.
    schedulePoll(isHinted && failures === 0 ? minDelay() : backoffAfter(policy, failures));
  }

  const unsubscribe = subscribe?.(() => {
    // A hint does not add requests to a failing server.
    if (stopping.signal.aborted || failures > 0) return;
    isHinted = true;
    if (!isPolling) schedulePoll(minDelay());
  });
  if (policy.timeout !== undefined) {
    // The job may have ended while the page slept: one more request tells.
    const remainingMs = startedAt + policy.timeout - Date.now();
    deadline = setTimeout(
      () => {
        isTimedOut = true;
        if (!isPolling) schedulePoll(0);
      },
      Math.max(0, remainingMs),
    );
  }
  schedulePoll(policy.initialDelay);
  return stop;
}
