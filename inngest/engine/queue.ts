import { type FunctionDefinition, groupOf, isCommon } from "./definition";
import { chooseFairly, type FreeItem, startsAllowed } from "./fair-queue";
import type { EventPayload, StepState } from "./protocol";
import type { Database, Queries, Transaction } from "./store/database";

/** Minimum number of free items of a function that one claim considers. */
const MIN_BATCH = 50;

/** A call for this process to make, with all data of the request. */
export interface ClaimedItem {
  runId: string;
  stepId: string;
  /** Owner of the item; every claim has its own. */
  lease: string;
  attempt: number;
  refusals: number;
  definition: FunctionDefinition;
  event: EventPayload;
  /** Recently ended groups, in that order. */
  steps: { id: string; state: StepState }[];
}

/** A function with waiting items, and how many of its runs may start now, if limited. */
interface Pace {
  definition: FunctionDefinition;
  allowed: ReturnType<typeof startsAllowed> | null;
}

interface Choice {
  used: Map<string, number>;
  capacity: number;
  areStarts: boolean;
}

interface FreeItemQuery {
  areStarts: boolean;
  full: string[];
  picked: FreeItem[];
  batch: number;
}

/**
 * The queue of one engine process: claims items under a lease, extends the lease, returns items.
 */
export class Queue {
  private claims = 0;

  constructor(
    private readonly db: Database,
    private readonly instanceId: string,
    private readonly leaseMs: number,
  ) {}

  /**
   * Claims up to `capacity` due items without exceeding any limit: the next steps of started runs,
   * then new runs in turn order. Claims of all processes are serialised, so the counts are exact.
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
        `UPDATE @queue_item q SET is_start = false,
           lease_owner = $3, lease_until = now() + $4 * interval '1 millisecond'
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

  private async pick(tx: Transaction, capacity: number): Promise<FreeItem[]> {
    const paces = await this.waitingFunctions(tx);
    if (paces.length === 0) return [];
    const used = await this.countUsed(tx);
    const begun = await this.pickFrom(tx, paces, { used, capacity, areStarts: false });
    const remaining = capacity - begun.length;
    const starts = await this.pickFrom(tx, paces, { used, capacity: remaining, areStarts: true });
    await this.recordStarts(tx, paces, starts);
    return [...begun, ...starts];
  }

  /** Functions with free items, longest since the last start first. */
  private async waitingFunctions(tx: Queries): Promise<Pace[]> {
    const rows = await tx.query<{ definition: FunctionDefinition; until_next_ms: number | null }>(
      `SELECT f.definition, (extract(epoch FROM p.next_at - now()) * 1000)::float8 AS until_next_ms
       FROM @pace p JOIN @function f ON f.id = p.function_id
       -- One index look-up for each function: EXISTS may read all waiting items.
       CROSS JOIN LATERAL (
         SELECT FROM @queue_item q WHERE q.function_id = p.function_id AND q.lease_until IS NULL
         ORDER BY q.is_start, q.turn LIMIT 1) AS waiting
       ORDER BY p.started_at NULLS FIRST, p.function_id`,
    );
    return rows.map(({ definition, until_next_ms }) => {
      const { throttle } = definition;
      return {
        definition,
        allowed: throttle ? startsAllowed({ ...throttle, untilNextMs: until_next_ms ?? 0 }) : null,
      };
    });
  }

  private async pickFrom(
    tx: Queries,
    paces: Pace[],
    { used, capacity, areStarts }: Choice,
  ): Promise<FreeItem[]> {
    const picked: FreeItem[] = [];
    const full = new Set<string>();
    const startsLeft = new Map(
      paces.map(({ definition, allowed }) => [
        definition.id,
        areStarts && allowed ? allowed.now : Number.POSITIVE_INFINITY,
      ]),
    );
    // A run keeps the limits from its creation; for shared limits the current value counts.
    const common = new Map(
      paces.flatMap(({ definition }) =>
        definition.concurrency
          .filter(isCommon)
          .map((limit) => [groupOf(definition, limit), limit.limit] as const),
      ),
    );
    const hasRoom = ({ definition }: Pace) =>
      (startsLeft.get(definition.id) ?? 0) > 0 &&
      !definition.concurrency.some(
        (limit) => isCommon(limit) && (used.get(groupOf(definition, limit)) ?? 0) >= limit.limit,
      );
    for (;;) {
      const open = paces.filter(hasRoom);
      const remaining = capacity - picked.length;
      if (open.length === 0 || remaining <= 0) return picked;
      const batch = Math.max(remaining, MIN_BATCH);
      const free = await this.free(tx, open, { areStarts, full: [...full], picked, batch });
      const lanes = open.map(({ definition: { id } }) => ({
        items: free.filter(({ function_id }) => function_id === id),
        maxItems: startsLeft.get(id) ?? 0,
      }));
      const choice = chooseFairly(lanes, used, remaining, common);
      for (const item of choice.chosen) {
        picked.push(item);
        startsLeft.set(item.function_id, (startsLeft.get(item.function_id) ?? 0) - 1);
      }
      for (const key of choice.full) full.add(key);
      // After a full batch there may be more items, with keys below their limit.
      if (!lanes.some(({ items }) => items.length === batch)) return picked;
    }
  }

  private free(
    tx: Queries,
    paces: Pace[],
    { areStarts, full, picked, batch }: FreeItemQuery,
  ): Promise<FreeItem[]> {
    return tx.query<FreeItem>(
      `SELECT item.* FROM unnest($1::text[]) AS lane (function_id) CROSS JOIN LATERAL (
         SELECT run_id, step_id, function_id, limit_keys, limits, turn FROM @queue_item q
         WHERE q.function_id = lane.function_id AND q.is_start = $2
           AND lease_until IS NULL AND available_at <= now()
           AND NOT (limit_keys && $3) AND NOT (run_id || ' ' || step_id = ANY($4))
         ORDER BY turn, run_created_at, run_id LIMIT $5 FOR UPDATE SKIP LOCKED) AS item`,
      [
        paces.map(({ definition }) => definition.id),
        areStarts,
        full,
        picked.map(({ run_id, step_id }) => `${run_id} ${step_id}`),
        batch,
      ],
    );
  }

  /** Advances each function's turn and throttle by the runs that are about to start. */
  private async recordStarts(tx: Transaction, paces: Pace[], starts: FreeItem[]): Promise<void> {
    for (const { definition, allowed } of paces) {
      const own = starts.filter(({ function_id }) => function_id === definition.id);
      if (own.length > 0) {
        const turn = own.reduce((most, item) => Math.max(most, Math.ceil(item.turn)), 0);
        const spacing = (definition.throttle?.spacingMs ?? 0) * own.length;
        await tx.query(
          `UPDATE @pace SET turn = greatest(turn, $2), started_at = clock_timestamp(),
             next_at = greatest(next_at, now()) + $3 * interval '1 millisecond'
           WHERE function_id = $1`,
          [definition.id, turn, spacing],
        );
      }
      if (allowed && own.length >= allowed.now) tx.wakeAfter(allowed.nextInMs(own.length));
    }
  }

  /** The number of claimed items of each concurrency group. */
  private async countUsed(tx: Queries): Promise<Map<string, number>> {
    const rows = await tx.query<{ key: string; used: number }>(
      `SELECT key, count(*)::integer AS used FROM @queue_item, unnest(limit_keys) AS key
       WHERE lease_until IS NOT NULL GROUP BY key`,
    );
    return new Map(rows.map((row) => [row.key, row.used]));
  }

  /** Extends the lease of the given items. Returns those that no longer belong to this process. */
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
    const extended = new Set(rows.map((row) => `${row.run_id} ${row.step_id}`));
    return held.filter((item) => !extended.has(`${item.runId} ${item.stepId}`));
  }

  /**
   * Frees items whose lease expired because their process died, except those that this process
   * still works on. Returns how many.
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
