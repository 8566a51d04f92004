/**
 * The rows of calls for pictures and videos: each is written before its call, and ends with its
 * cost in the ledger. Predictions whose job is over are cancelled.
 */
import "server-only";
import { animator, painter } from "@/lib/ai";
import type { DeferredApi, Ticket } from "@/lib/ai/provider";
import { retryabilityOf } from "@/lib/ai/provider-error";
import type { ProviderUsage } from "@/lib/ai/usage";
import { db, type Prisma } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { transact } from "@/lib/platform/jobs/outbox-service";
import { log } from "@/lib/platform/log";
import { type CallContext, recordCall } from "@/lib/spending/service";
import { predictionEnded } from "../jobs/job-service";

/** A call without a recorded end. */
export interface OpenPrediction {
  attemptId: string;
  externalId: string | null;
  ticket: Prisma.JsonValue;
  createdAt: Date;
}

/** Milliseconds after which the answer of a request is lost. */
const answerTimeoutMs = 45_000;
/** Milliseconds during which the app requests the cost of a prediction from its provider. */
const usageLookupMs = 86_400_000;

export const ticketOf = ({ ticket }: OpenPrediction) => ticket as Ticket;
export const ageOf = ({ createdAt }: OpenPrediction) => Date.now() - createdAt.getTime();
/** Whether the process that awaited the provider's answer must have died. */
export const hasLostAnswer = (prediction: OpenPrediction) =>
  Boolean(ticketOf(prediction).lost) || ageOf(prediction) >= answerTimeoutMs;

/**
 * Records a call with its owner, because the job may be deleted before the call ends. False if the
 * job is already deleted.
 */
export async function recordPrediction(jobId: string, attemptId: string, ticket: Ticket) {
  const count = await db.$executeRaw`
    INSERT INTO prediction (attempt_id, job_id, ticket, user_id, story_id, scene_id)
    SELECT ${attemptId}, id, ${JSON.stringify(ticket)}::jsonb, owner_id, story_id, scene_id
    FROM job WHERE id = ${jobId}::uuid`;
  return count > 0;
}

/**
 * The provider may have started the prediction; the app checks this before it creates another one.
 */
export const markLost = (attemptId: string, ticket: Ticket) =>
  db.prediction.update({ where: { attemptId }, data: { ticket: { ...ticket, lost: 1 } } });

/**
 * Ends a call and records its cost in one transaction: if the process dies before, the row stays
 * open and the sweep finds it. No effect if it has ended.
 */
export async function endPrediction(attemptId: string, usage?: ProviderUsage): Promise<void> {
  await db.$transaction(async (tx) => {
    const [context] = await tx.$queryRaw<CallContext[]>`
      UPDATE prediction SET ended_at = now()
      WHERE attempt_id = ${attemptId} AND ended_at IS NULL
      RETURNING job_id AS "jobId", user_id AS "userId", story_id AS "storyId",
        scene_id AS "sceneId"`;
    if (context && usage) await recordCall(context, usage, { tx });
  });
}

/** As `endPrediction`; if that fails, the sweep finds the open row, and looks up what it cost. */
export const settlePrediction = (attemptId: string, usage?: ProviderUsage): Promise<void> =>
  endPrediction(attemptId, usage).catch((error: unknown) =>
    log.warn({ attemptId, err: error }, "the end of a call is not recorded yet"),
  );

/** Usage of a call whose answer is lost: it may have been made, so it counts as paid. */
export const lostCallUsage = (
  { provider = "unknown", model = "unknown", medium, seconds }: Ticket,
  milliseconds: number,
): ProviderUsage => ({
  provider: String(provider),
  model: String(model),
  kind: medium === "video" ? "video" : "image",
  milliseconds,
  outcome: "unknown",
  units: seconds === undefined ? { images: 1 } : { seconds: Number(seconds) },
});

/** Finds out whether the provider started a prediction whose answer was lost. */
export async function findExternalId(
  prediction: OpenPrediction,
  client: Pick<DeferredApi<never, unknown>, "find">,
): Promise<string | null> {
  const found = await client.find(ticketOf(prediction), prediction.createdAt);
  for (const externalId of found.reverse()) {
    // Where only the input identifies it, another job may have asked for the same.
    if (await db.prediction.findUnique({ where: { externalId } })) continue;
    await db.prediction.update({
      where: { attemptId: prediction.attemptId },
      data: { externalId },
    });
    return externalId;
  }
  return null;
}

/**
 * Abandons a call: its result is never fetched. The provider cancels a prediction, and its cost is
 * recorded now or by the sweep.
 */
export async function cancelPrediction(prediction: OpenPrediction): Promise<void> {
  const { attemptId } = prediction;
  await db.prediction.updateMany({
    where: { attemptId, droppedAt: null },
    data: { droppedAt: new Date() },
  });
  await cancelAtProvider(prediction).catch((error: unknown) =>
    log.warn({ attemptId, err: error }, "an abandoned prediction could not be cancelled"),
  );
}

async function cancelAtProvider(prediction: OpenPrediction): Promise<void> {
  const { attemptId } = prediction;
  const ticket = ticketOf(prediction);
  if (ticket.atOnce) return endPrediction(attemptId, lostCallUsage(ticket, ageOf(prediction)));
  const { deferred } = ticket.medium === "video" ? animator() : painter();
  if (!deferred || ageOf(prediction) > usageLookupMs) {
    log.error({ attemptId }, "the cost of a prediction is unknown");
    return endPrediction(attemptId);
  }
  const externalId = prediction.externalId ?? (await findExternalId(prediction, deferred));
  if (!externalId) {
    // The process that created it may still be waiting for the answer.
    if (hasLostAnswer(prediction)) await endPrediction(attemptId);
    return;
  }
  await deferred.cancel(externalId);
  // A prediction that had already ended was paid for.
  const usage = await deferred.fetchUsage(externalId, ticket).catch((error: unknown) => {
    if (isGone(error)) return undefined;
    throw error;
  });
  if (usage !== null) await endPrediction(attemptId, usage);
}

/**
 * Whether the provider no longer has the prediction: it is unknown, or it left the queue when it was
 * cancelled. A refused API key proves neither.
 */
const isGone = (error: unknown): boolean =>
  error instanceof AppError &&
  (retryabilityOf(error) === "anew" ||
    (retryabilityOf(error) === "final" && error.code !== "ai_unavailable"));

/**
 * Cancels a provider's open predictions of a job that has ended or is deleted.
 * @returns false, as the progress of such work
 */
export async function cancelPredictions(jobId: string): Promise<false> {
  const open = await db.prediction.findMany({ where: { jobId, endedAt: null } });
  for (const prediction of open) await cancelPrediction(prediction);
  return false;
}

/**
 * Cancels open predictions of jobs that have ended or are deleted, and records costs that a dead
 * process left unrecorded.
 * @returns how many predictions
 */
export async function cancelOrphanedPredictions(): Promise<number> {
  const orphaned = await db.$queryRaw<OpenPrediction[]>`
    SELECT p.attempt_id AS "attemptId", p.external_id AS "externalId", p.ticket,
      p.created_at AS "createdAt"
    FROM prediction p
    LEFT JOIN job j ON j.id = p.job_id AND j.status IN ('queued', 'processing')
    WHERE p.ended_at IS NULL AND (j.id IS NULL OR p.dropped_at IS NOT NULL)
    ORDER BY p.created_at LIMIT 200`;
  for (const prediction of orphaned) await cancelPrediction(prediction);
  return orphaned.length;
}

/**
 * Records a provider's webhook: a prediction has ended. The job that waits for it polls; the other
 * content is not trusted. Idempotent.
 */
export async function recordPredictionEnd(
  provider: string,
  webhookId: string,
  externalId: string,
): Promise<void> {
  await transact(async (tx, send) => {
    const { count } = await tx.webhookReceipt.createMany({
      data: [{ provider, webhookId }],
      skipDuplicates: true,
    });
    if (count === 0) return;
    const ended = await tx.prediction.findUnique({ where: { externalId } });
    if (!ended || ended.endedAt) return;
    const { jobId } = ended;
    send({ ...predictionEnded.create({ jobId }), id: `prediction:${externalId}` });
  });
}
