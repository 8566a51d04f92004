/** Limits the number of scenes that an author may request, and the time between them. */
import "server-only";
import { createHash } from "node:crypto";
import type { Tx } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError, type ErrorCode } from "@/lib/platform/errors";

/** Seconds between two scene requests of one author. */
const pauseSeconds = 5;
/** Seconds during which the same prompt is rejected. */
const duplicateSeconds = 5 * 60;
const hour = 3_600_000;

/** Prompts are the same regardless of case and white space. */
export const hashPrompt = (prompt: string) =>
  createHash("sha256")
    .update(prompt.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim())
    .digest("hex");

/**
 * Checks whether the author may request one more scene now; call it under a lock of the author. The hourly
 * quota is checked first and the pause last, so that the error names the reason that lasts longest.
 * @throws AppError `quota_exceeded`, `duplicate_prompt`, `rate_limit`
 */
export async function enforceSceneLimits(
  tx: Tx,
  userId: string,
  promptHash: string,
  isRegeneration: boolean,
): Promise<void> {
  const now = Date.now();
  const entries = await tx.quotaEntry.findMany({
    where: { userId, refundedAt: null, createdAt: { gt: new Date(now - hour) } },
    orderBy: { createdAt: "desc" },
  });
  const maxPerHour = env().SCENES_PER_HOUR;
  if (entries.length >= maxPerHour) {
    // The quota has room again when the oldest of the last `maxPerHour` entries is an hour old.
    const resetTime = (entries[maxPerHour - 1]?.createdAt.getTime() ?? now) + hour;
    const minutes = Math.ceil(secondsUntil(resetTime, now) / 60);
    const text = `You've reached your hourly limit of ${maxPerHour} scene generations. Try again in ${minutes} minutes!`;
    const more = { maxPerHour, resetTime: new Date(resetTime).toISOString() };
    throw limitError("quota_exceeded", text, secondsUntil(resetTime, now), more);
  }
  const duplicates = entries.filter(
    (entry) =>
      entry.promptHash === promptHash && now - entry.createdAt.getTime() < duplicateSeconds * 1_000,
  );
  // A job is deleted with its scene: the prompt of a deleted scene may be used again.
  const jobIds = duplicates.map(({ jobId }) => jobId);
  const jobs = await tx.job.findMany({ where: { id: { in: jobIds } }, select: { id: true } });
  const same = duplicates.find(({ jobId }) => jobs.some(({ id }) => id === jobId));
  // Regenerating a scene repeats its prompt on purpose.
  if (same && !isRegeneration) {
    const text =
      "You used this exact prompt recently. Please try a different prompt or wait 5 minutes!";
    const free = same.createdAt.getTime() + duplicateSeconds * 1_000;
    throw limitError("duplicate_prompt", text, secondsUntil(free, now));
  }
  const free = (entries[0]?.createdAt.getTime() ?? 0) + pauseSeconds * 1_000;
  if (free > now) {
    const wait = secondsUntil(free, now);
    const text = `Please wait ${wait} seconds before generating another scene. This helps us manage server resources!`;
    throw limitError("rate_limit", text, wait);
  }
}

const secondsUntil = (time: number, now: number) => Math.max(1, Math.ceil((time - now) / 1_000));

const limitError = (code: ErrorCode, message: string, wait: number, more: object = {}) =>
  new AppError(code, message, {
    extra: { errorType: code, ...more, timeRemaining: wait },
    retryAfter: wait,
  });
