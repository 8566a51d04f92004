import "server-only";
import { withLongTimeout } from "../db";

const day = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * day);

/**
 * Deletes expired records, and the e-mail addresses of reports decided long ago.
 * @returns the number of rows of each kind
 */
export const pruneExpired = (): Promise<Record<string, number>> =>
  withLongTimeout(async (db) => {
    const now = new Date();
    const expired = { where: { expiresAt: { lt: now } } };
    // Sequential, because a transaction has one connection.
    const deleted = {
      idempotencyKeys: await db.idempotencyKey.deleteMany(expired),
      sessions: await db.session.deleteMany(expired),
      passkeyChallenges: await db.passkeyChallenge.deleteMany(expired),
      mailedLinks: await db.mailedLink.deleteMany(expired),
      rateLimits: await db.rateLimit.deleteMany({ where: { resetAt: { lt: now } } }),
      // The engine drops duplicates for a day; a week helps investigations.
      sentEvents: await db.outboxEvent.deleteMany({ where: { sentAt: { lt: ago(7) } } }),
      webhookReceipts: await db.webhookReceipt.deleteMany({
        where: { receivedAt: { lt: ago(7) } },
      }),
      // The quota of an author covers an hour.
      quotaEntries: await db.quotaEntry.deleteMany({ where: { createdAt: { lt: ago(7) } } }),
      analytics: await db.analyticsEvent.deleteMany({ where: { createdAt: { lt: ago(90) } } }),
      predictions: await db.prediction.deleteMany({ where: { endedAt: { lt: ago(7) } } }),
      reporters: await db.report.updateMany({
        where: { email: { not: null }, decision: { createdAt: { lt: ago(180) } } },
        data: { email: null },
      }),
    };
    return Object.fromEntries(Object.entries(deleted).map(([kind, { count }]) => [kind, count]));
  });
