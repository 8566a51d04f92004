import "server-only";
import { withLongTimeout } from "@/lib/platform/db";
import { ownMs } from "./queries";

/** Longer than any month that a page shows. */
const retentionDays = 62;
/** Time for writing a call after its hour is over. */
const settledAfter = "15 minutes";

/**
 * Sums the calls of each hour that is over, once, and deletes sums that no page shows any more. An
 * hour waits for its open calls; `endStaleCalls` ends those whose process died.
 * @returns how many hours were summed
 */
export const rollUpSpending = (): Promise<number> =>
  withLongTimeout(async (tx) => {
    const hours = await tx.$executeRaw`
      WITH due AS (
        SELECT greatest(begins, date_trunc('hour', now(), 'UTC') - make_interval(days => ${retentionDays}))
            AS since,
          least(date_trunc('hour', now() - ${settledAfter}::interval, 'UTC'),
            (SELECT date_trunc('hour', min(created_at), 'UTC') FROM provider_call
              WHERE outcome = 'open')) AS until
        FROM (SELECT coalesce((SELECT max(hour) + interval '1 hour' FROM spending_hour),
          (SELECT date_trunc('hour', min(created_at), 'UTC') FROM provider_call)) AS begins) x
        WHERE begins IS NOT NULL),
      sums AS (
        SELECT date_trunc('hour', c.created_at, 'UTC') AS hour, c.user_id, count(*) AS calls,
          coalesce(sum(c.cost_micros), 0) AS micros,
          count(*) FILTER (WHERE c.cost_micros IS NULL) AS unpriced, ${ownMs} AS own_ms
        FROM provider_call c, due WHERE c.created_at >= due.since AND c.created_at < due.until
        GROUP BY 1, 2),
      of_authors AS (
        INSERT INTO author_spending_hour (user_id, hour, micros, calls, unpriced, own_ms)
        SELECT user_id, hour, micros, calls, unpriced, own_ms FROM sums WHERE user_id IS NOT NULL)
      INSERT INTO spending_hour (hour, micros, calls, unpriced, own_ms)
      SELECT h.hour, coalesce(sum(s.micros), 0), coalesce(sum(s.calls), 0),
        coalesce(sum(s.unpriced), 0), coalesce(sum(s.own_ms), 0)
      FROM due, generate_series(due.since, due.until - interval '1 hour', interval '1 hour') h (hour)
        LEFT JOIN sums s ON s.hour = h.hour
      GROUP BY 1`;
    const old = { where: { hour: { lt: new Date(Date.now() - retentionDays * 86_400_000) } } };
    await tx.spendingHour.deleteMany(old);
    await tx.authorSpendingHour.deleteMany(old);
    return hours;
  });
