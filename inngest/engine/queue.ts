import type { FunctionDefinition } from "./definition";
import type { EventPayload, StepState } from "./protocol";
import type { Database, Queries } from "./store/database";

/** How many free items one look at the queue considers. */
const BATCH = 200;

/** A call that this process has to make, with everything that the request needs. */
export interface ClaimedItem {
  runId: string;
  stepId: string;
  /** Whose the item is; every claim has its own. */
  lease: string;
  attempt: number;
  refusals: number;
  definition: FunctionDefinition;
  event: EventPayload;
  /** What has ended, in that order. */
  steps: { id: string; state: StepState }[];
}

interface FreeRow {
  run_id: string;
  step_id: string;
  limit_keys: string[];
  limits: number[];
}

/** The queue of one engine process: claims under a lease, keeps the lease, gives it back. */
export class Queue {
  private claims = 0;

  constructor(
    private readonly db: Database,
    private readonly instanceId: string,
    private readonly leaseMs: number,
  ) {}

  /**
   * Claims up to `capacity` due items, those of the oldest runs first, without going over any
   * concurrency limit. Claims of all processes happen one after the other, so the counts are exact.
   */
  async claim(capacity: number): Promise<ClaimedItem[]> {
    return this.db.transaction(async (tx) => {
      await tx.query(
        "SELECT pg_advisory_xact_lock(hashtext('inngest_engine.claim'), hashtext($1))",
        [this.db.schema],
      );
      const picked = await this.pick(tx, capacity);
      if (picked.length === 0) return [];
      this.claims += 1;
      const lease = `${this.instanceId}:${this.claims}`;
      const runIds = picked.map(({ run_id }) => run_id);
      const stepIds = picked.map(({ step_id }) => step_id);
      await tx.query(
        "UPDATE @run SET status = 'running', started_at = now() WHERE id = ANY($1) AND status = 'queued'",
        [runIds],
      );
      return tx.query<ClaimedItem>(
        `UPDATE @queue_item q
         SET lease_owner = $3, lease_until = now() + $4 * interval '1 millisecond'
         FROM unnest($1::text[], $2::text[]) AS chosen (run_id, step_id), @run r, @function f
         WHERE q.run_id = chosen.run_id AND q.step_id = chosen.step_id
           AND r.id = q.run_id AND f.id = r.function_id
         RETURNING q.run_id AS "runId", q.step_id AS "stepId", q.lease_owner AS lease,
           q.attempt, q.refusals, f.definition, r.event,
           (SELECT coalesce(json_agg(json_build_object('id', s.id, 'state', s.state) ORDER BY s.position), '[]')
            FROM @step s WHERE s.run_id = q.run_id) AS steps`,
        [runIds, stepIds, lease, this.leaseMs],
      );
    });
  }

  private async pick(tx: Queries, capacity: number): Promise<FreeRow[]> {
    const used = new Map<string, number>();
    let full: string[] = [];
    let counted = false;
    const picked: FreeRow[] = [];
    const taken = new Set<string>();
    for (;;) {
      const free = await this.free(tx, full, taken);
      if (!counted && free.some(({ limit_keys }) => limit_keys.length > 0)) {
        await this.countUsed(tx, used);
        counted = true;
      }
      const saturated = new Set(full);
      for (const row of free) {
        if (picked.length >= capacity) return picked;
        const blocked = row.limit_keys.filter(
          (key, i) => (used.get(key) ?? 0) >= (row.limits[i] ?? 1),
        );
        for (const key of blocked) saturated.add(key);
        if (blocked.length > 0) continue;
        for (const key of row.limit_keys) used.set(key, (used.get(key) ?? 0) + 1);
        picked.push(row);
        taken.add(`${row.run_id} ${row.step_id}`);
      }
      if (free.length < BATCH || picked.length >= capacity) return picked;
      full = [...saturated];
    }
  }

  private free(tx: Queries, full: string[], taken: Set<string>): Promise<FreeRow[]> {
    return tx.query<FreeRow>(
      `SELECT run_id, step_id, limit_keys, limits FROM @queue_item
       WHERE lease_until IS NULL AND available_at <= now()
         AND NOT (limit_keys && $1) AND NOT (run_id || ' ' || step_id = ANY($2))
       ORDER BY run_created_at, run_id, available_at
       LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
      [full, [...taken]],
    );
  }

  /** Adds the leased items of each concurrency group to what was picked so far (nothing limited). */
  private async countUsed(tx: Queries, used: Map<string, number>): Promise<void> {
    const rows = await tx.query<{ key: string; used: number }>(
      `SELECT key, count(*)::integer AS used FROM @queue_item, unnest(limit_keys) AS key
       WHERE lease_until IS NOT NULL GROUP BY key`,
    );
    for (const row of rows) used.set(row.key, row.used);
  }

  /** Extends the lease of the given items. Answers those that are no longer this process's. */
  async heartbeat(held: ClaimedItem[]): Promise<ClaimedItem[]> {
    if (held.length === 0) return [];
    const rows = await this.db.query<{ run_id: string; step_id: string }>(
      `UPDATE @queue_item q SET lease_until = now() + $4 * interval '1 millisecond'
       FROM unnest($1::text[], $2::text[], $3::text[]) AS mine (run_id, step_id, lease)
       WHERE q.run_id = mine.run_id AND q.step_id = mine.step_id AND q.lease_owner = mine.lease
       RETURNING q.run_id, q.step_id`,
      [
        held.map(({ runId }) => runId),
        held.map(({ stepId }) => stepId),
        held.map(({ lease }) => lease),
        this.leaseMs,
      ],
    );
    const kept = new Set(rows.map((row) => `${row.run_id} ${row.step_id}`));
    return held.filter((item) => !kept.has(`${item.runId} ${item.stepId}`));
  }

  /**
   * Frees the items whose lease ran out because their process died, except those that this process
   * still works on. Answers how many.
   */
  async freeExpired(held: ClaimedItem[]): Promise<number> {
    const mine = [[...new Set(held.map(({ lease }) => lease))]];
    const expired = "q.lease_until < now() AND NOT (q.lease_owner = ANY($1))";
    await this.db.query(
      `DELETE FROM @queue_item q USING @run r
       WHERE r.id = q.run_id AND r.ended_at IS NOT NULL AND ${expired}`,
      mine,
    );
    const freed = await this.db.query(
      `UPDATE @queue_item q SET lease_owner = NULL, lease_until = NULL WHERE ${expired} RETURNING 1`,
      mine,
    );
    return freed.length;
  }
}
