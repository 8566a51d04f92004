import "server-only";
import { patiently } from "../db";

const day = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * day);

/** Deletes records whose time is over, and addresses of visitors who reported something. Returns how many rows of each kind went. */
export const pruneExpired = (): Promise<Record<string, number>> =>
  patiently(async (db) => {
    const now = new Date();
    const [
      idempotencyKeys,
      revokedTokens,
      sessions,
      passkeyChallenges,
      mailedLinks,
      rateLimits,
      sentEvents,
      webhookReceipts,
      analytics,
      predictions,
      reporters,
    ] = await Promise.all([
      db.idempotencyKey.deleteMany({ where: { expiresAt: { lt: now } } }),
      db.revokedToken.deleteMany({ where: { expiresAt: { lt: now } } }),
      db.session.deleteMany({ where: { expiresAt: { lt: now } } }),
      db.passkeyChallenge.deleteMany({ where: { expiresAt: { lt: now } } }),
      db.mailedLink.deleteMany({ where: { expiresAt: { lt: now } } }),
      db.rateLimit.deleteMany({ where: { resetAt: { lt: now } } }),
      // The engine drops repeats for a day; a week leaves room to look back.
      db.outboxEvent.deleteMany({ where: { sentAt: { lt: ago(7) } } }),
      db.webhookReceipt.deleteMany({ where: { receivedAt: { lt: ago(7) } } }),
      db.analyticsEvent.deleteMany({ where: { createdAt: { lt: ago(90) } } }),
      db.prediction.deleteMany({ where: { endedAt: { lt: ago(7) } } }),
      db.report.updateMany({
        where: { email: { not: null }, decision: { createdAt: { lt: ago(180) } } },
        data: { email: null },
      }),
    ]);
    return {
      idempotencyKeys: idempotencyKeys.count,
      revokedTokens: revokedTokens.count,
      sessions: sessions.count,
      passkeyChallenges: passkeyChallenges.count,
      mailedLinks: mailedLinks.count,
      rateLimits: rateLimits.count,
      sentEvents: sentEvents.count,
      webhookReceipts: webhookReceipts.count,
      analytics: analytics.count,
      predictions: predictions.count,
      reporters: reporters.count,
    };
  });
