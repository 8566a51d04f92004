/**
 * Asks for a job until it has ended: the rules of the specification, section 9, without a browser
 * and without a query client.
 */

/** Milliseconds. */
export interface Pace {
  first: number;
  every: number;
  /** The longest wait after failures; each failure in a row doubles it, beginning with `every`. */
  slowest: number;
  /** So many failures in a row end it. */
  failures: number;
  /** Since the job was started; none where a job may take as long as it takes. */
  patience?: number;
  /** So many questions end it, answered or not. */
  most?: number;
}

export const imagePace: Pace = { first: 1_000, every: 3_000, slowest: 30_000, failures: 5 };
export const videoPace: Pace = {
  first: 3_000,
  every: 3_000,
  slowest: 3_000,
  failures: 5,
  patience: 300_000,
};
/** Pictures of a story that is being set up: seen in the story itself, and not waited for for ever. */
export const drawingPace: Pace = {
  first: 3_000,
  every: 3_000,
  slowest: 3_000,
  failures: Number.POSITIVE_INFINITY,
  most: 40,
};

/** What is heard on the side may come in bursts: at least so long between two questions. */
const shortestRest = 250;

export type JobEnd<Job> =
  | { how: "ended"; job: Job }
  /** Nobody could be asked. */
  | { how: "unreachable" }
  | { how: "timed-out" };

interface Watched<Job> {
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
export function waitAfter(pace: Pace, failuresInARow: number): number {
  if (failuresInARow === 0) return pace.every;
  return Math.min(pace.every * 2 ** (failuresInARow - 1), pace.slowest);
}

/** @returns a function that stops it */
export function watchJob<Job>(pace: Pace, watched: Watched<Job>): () => void {
  const { ask, hasEnded, onUpdate, onEnd, subscribe, startedAt = Date.now() } = watched;
  const stopping = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let deadline: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let asked = 0;
  let isAsking = false;
  let isHinted = false;
  let askedAt = Number.NEGATIVE_INFINITY;
  let isOver = false;

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
  const askIn = (wait: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void poll(), wait);
  };
  const soon = () => Math.max(0, askedAt + shortestRest - Date.now());

  async function poll(): Promise<void> {
    isAsking = true;
    isHinted = false;
    askedAt = Date.now();
    asked += 1;
    try {
      const job = await ask(stopping.signal);
      if (stopping.signal.aborted) return;
      failures = 0;
      if (hasEnded?.(job)) return end({ how: "ended", job });
      onUpdate?.(job);
    } catch {
      if (stopping.signal.aborted) return;
      failures += 1;
      if (failures >= pace.failures) return end({ how: "unreachable" });
    } finally {
      isAsking = false;
    }
    if (isOver || asked === pace.most) return end({ how: "timed-out" });
    // What was heard while the answer was on its way may not be in it.
    askIn(isHinted && failures === 0 ? soon() : waitAfter(pace, failures));
  }

  const unsubscribe = subscribe?.(() => {
    // A server in trouble is not asked more often because something was heard.
    if (stopping.signal.aborted || failures > 0) return;
    isHinted = true;
    if (!isAsking) askIn(soon());
  });
  if (pace.patience !== undefined) {
    // It may have ended while nobody looked, as in a page that was away: one question more tells.
    const left = startedAt + pace.patience - Date.now();
    deadline = setTimeout(
      () => {
        isOver = true;
        if (!isAsking) askIn(0);
      },
      Math.max(0, left),
    );
  }
  askIn(pace.first);
  return stop;
}
