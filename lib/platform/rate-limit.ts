import "server-only";
import { db } from "./db";
import { AppError } from "./errors";

export interface RateRule {
  /** Prefix of the counter's key. */
  name: string;
  max: number;
  windowSeconds: number;
}

const keyOf = ({ name }: RateRule, subject: string) => `${name}:${subject}`.slice(0, 200);

/**
 * Counts a hit in a fixed window; returns the number of hits and the window's end. A single
 * statement, so that concurrent requests cannot both be the last one allowed.
 */
export async function countHit(
  rule: RateRule,
  subject: string,
): Promise<{ hits: number; resetAt: Date }> {
  const key = keyOf(rule, subject);
  const rows = await db.$queryRaw<{ hits: number; reset_at: Date }[]>`
    INSERT INTO rate_limit (key, hits, reset_at)
    VALUES (${key}, 1, now() + make_interval(secs => ${rule.windowSeconds}))
    ON CONFLICT (key) DO UPDATE SET
      hits = CASE WHEN rate_limit.reset_at <= now() THEN 1 ELSE rate_limit.hits + 1 END,
      reset_at = CASE WHEN rate_limit.reset_at <= now() THEN EXCLUDED.reset_at ELSE rate_limit.reset_at END
    RETURNING hits, reset_at`;
  const row = rows[0];
  if (!row) throw new AppError("internal", "The rate limiter returned no row.");
  return { hits: row.hits, resetAt: row.reset_at };
}

/** Counts a hit. @throws AppError `rate_limited` with the seconds to wait */
export async function enforceRateLimit(rule: RateRule, subject: string): Promise<void> {
  const { hits, resetAt } = await countHit(rule, subject);
  if (hits > rule.max) throw rateLimitedError(resetAt);
}

/** Does not count. @throws AppError `rate_limited` if the next hit would exceed the limit */
export async function assertBelowRateLimit(rule: RateRule, subject: string): Promise<void> {
  const row = await db.rateLimit.findUnique({ where: { key: keyOf(rule, subject) } });
  if (row && row.hits >= rule.max && row.resetAt > new Date()) throw rateLimitedError(row.resetAt);
}

/** Resets a counter, for example of failed sign-ins after a successful one. */
export async function resetRateLimit(rule: RateRule, subject: string): Promise<void> {
  await db.rateLimit.deleteMany({ where: { key: keyOf(rule, subject) } });
}

/** Takes one hit back, for example of a sign-in that succeeds after it was counted. */
export async function refundHit(rule: RateRule, subject: string): Promise<void> {
  const key = keyOf(rule, subject);
  await db.$executeRaw`UPDATE rate_limit SET hits = GREATEST(hits - 1, 0) WHERE key = ${key}`;
}

export function rateLimitedError(resetAt: Date): AppError {
  const retryAfter = Math.max(1, Math.ceil((resetAt.getTime() - Date.now()) / 1000));
  const text = `Too many requests. Please wait ${waitText(retryAfter)} and try again.`;
  return new AppError("rate_limited", text, { retryAfter });
}

/** 'A moment' invites an immediate retry, so the message uses it for at most two minutes. */
function waitText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 2) return "a moment";
  return minutes < 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
