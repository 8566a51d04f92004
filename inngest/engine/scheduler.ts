import type { Logger } from "pino";
import type { Database } from "./database";
import { type FunctionDefinition, nextCronTime } from "./definition";
import type { Settings } from "./options";
import { internalEvents, newId } from "./protocol";
import { createRun, resolveWait, type Wait } from "./runs";

const BATCH = 100;
/** Least milliseconds until the next look. */
const MIN_PAUSE_MS = 20;
const PRUNE_EVERY_MS = 10 * 60_000;

/** Everything that depends on time: sleeps, timeouts, due retries, crons, pruning. */
export class Scheduler {
  private timer: NodeJS.Timeout | undefined;
  private plannedAt = Number.POSITIVE_INFINITY;
  private ticking: Promise<void> = Promise.resolve();
  private stopped = false;
  private prunedAt = 0;

  constructor(
    private readonly db: Database,
    private readonly log: Logger,
    private readonly settings: Settings,
    /** Called when queued work may have become due. */
    private readonly onDue: () => void,
  ) {}

  /** Ensures a look at most `delayMs` from now. */
  plan(delayMs: number): void {
    const at = Date.now() + Math.min(Math.max(0, delayMs), this.settings.pollMs);
    if (this.stopped || at >= this.plannedAt) return;
    clearTimeout(this.timer);
    this.plannedAt = at;
    this.timer = setTimeout(() => {
      this.ticking = this.ticking.then(() => this.tick());
    }, at - Date.now());
  }

  private async tick(): Promise<void> {
    if (this.stopped) return;
    this.plannedAt = Number.POSITIVE_INFINITY;
    let pauseMs = this.settings.pollMs;
    try {
      while (await this.expireWaits());
      while (await this.runCrons());
      if (Date.now() - this.prunedAt > PRUNE_EVERY_MS) await this.prune();
      this.onDue();
      pauseMs = Math.min(pauseMs, await this.nextDue());
    } catch (err) {
      this.log.error({ err }, "The scheduler could not do its work");
    }
    this.plan(pauseMs);
  }

  /** Milliseconds until the next timed event; the poll catches events that this misses. */
  private async nextDue(): Promise<number> {
    const [row] = await this.db.query<{ ms: number | null }>(
      `SELECT ceil(extract(epoch FROM least(
         (SELECT min(expires_at) FROM wait),
         (SELECT min(next_at) FROM cron_schedule),
         (SELECT min(available_at) FROM queue_item WHERE NOT is_claimed AND available_at > now())
       ) - clock_timestamp()) * 1000)::float8 AS ms`,
    );
    return Math.max(MIN_PAUSE_MS, row?.ms ?? Number.POSITIVE_INFINITY);
  }

  private expireWaits(): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      // A run that an event is waking at this moment is skipped.
      const waits = await tx.query<Wait>(
        `SELECT w.run_id, w.step_id, w.kind, w.name FROM wait w JOIN run r ON r.id = w.run_id
         WHERE w.expires_at <= now() ORDER BY w.run_id, w.step_id
         LIMIT ${BATCH} FOR UPDATE OF r SKIP LOCKED`,
      );
      for (const wait of waits) await resolveWait(tx, wait, null);
      return waits.length === BATCH;
    });
  }

  /** A schedule that was missed while no engine ran triggers one run, then runs on time again. */
  private runCrons(): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const due = await tx.query<{ cron: string; next_at: Date; definition: FunctionDefinition }>(
        `SELECT c.cron, c.next_at, f.definition
         FROM cron_schedule c JOIN function f ON f.id = c.function_id
         WHERE c.next_at <= now() ORDER BY c.next_at LIMIT ${BATCH} FOR UPDATE OF c`,
      );
      for (const { cron, next_at, definition } of due) {
        const next = nextCronTime(cron, new Date(Math.max(Date.now(), next_at.getTime())));
        await tx.query(
          "UPDATE cron_schedule SET next_at = $3 WHERE function_id = $1 AND cron = $2",
          [definition.id, cron, next],
        );
        const event = { id: newId(), name: internalEvents.timer, data: { cron }, ts: Date.now() };
        await createRun(tx, definition, event);
      }
      return due.length === BATCH;
    });
  }

  private async prune(): Promise<void> {
    await this.db.query("DELETE FROM run WHERE ended_at < now() - $1 * interval '1 millisecond'", [
      this.settings.retentionMs,
    ]);
    await this.db.query("DELETE FROM seen_event WHERE expires_at < now()");
    await this.db.query("DELETE FROM event WHERE received_at < now() - interval '1 day'");
    // A key whose last turn is over is equivalent to a new one.
    await this.db.query(
      "DELETE FROM turn t USING function f WHERE f.id = t.function_id AND t.turn < f.turn - 0.5",
    );
    this.prunedAt = Date.now();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.ticking;
  }
}
