/** Makes a prediction at a deferred provider and follows it to its end. */
import "server-only";
import type { DeferredApi } from "@/lib/ai/deferred-api";
import { retryabilityOf } from "@/lib/ai/provider-error";
import type { ProviderUsage } from "@/lib/ai/usage";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { transact } from "@/lib/platform/jobs/outbox-service";
import { log } from "@/lib/platform/log";
import { beginAttempt, isPermanent, predictionEnded, sendHeartbeat } from "../jobs/job-service";
import {
  ageOf,
  cancelPrediction,
  cancelPredictions,
  endPrediction,
  findExternalId,
  hasLostAnswer,
  markLost,
  type OpenPrediction,
  recordPrediction,
  ticketOf,
} from "./open-prediction-service";
import type { Progress } from "./progress";
import { abandonCall } from "./provider-call-service";

interface PredictionRun<Request extends { attemptId: string }, Result> {
  deferred: DeferredApi<Request, Result>;
  /** Called only when a new prediction is made. */
  makeBrief: () => Promise<Omit<Request, "attemptId" | "signal" | "onUsage">>;
  /** Stores the result and records it. False if the job has ended. */
  keep: (result: Result) => Promise<boolean>;
  /** Milliseconds that one prediction may take. */
  patience: number;
  /** Follows an existing prediction. Returns false if there is none, and never creates one. */
  collectOnly?: boolean | undefined;
}

/**
 * Makes a prediction at a deferred provider, or follows the one made before. Call it again until it
 * no longer returns Pending. Each attempt makes one prediction, even if a process dies in between:
 * its row exists before the call, and an unknown outcome is looked up.
 * @throws AppError of the provider
 */
export async function runPrediction<Request extends { attemptId: string }, Result>(
  jobId: string,
  run: PredictionRun<Request, Result>,
): Promise<Progress> {
  const open = await db.prediction.findFirst({
    where: { jobId, endedAt: null, droppedAt: null },
    orderBy: { createdAt: "desc" },
  });
  if (!open) return createPrediction(jobId, run);
  if (ticketOf(open).atOnce) return abandonCall(jobId, open);
  if (!(await sendHeartbeat(jobId))) return cancelPredictions(jobId);
  const externalId = open.externalId ?? (await findExternalId(open, run.deferred));
  if (externalId) return collectPrediction({ ...open, externalId }, run);
  // The process that created it may still be waiting for the answer.
  if (!hasLostAnswer(open)) return { lookInSeconds: 3 };
  await endPrediction(open.attemptId);
  return createPrediction(jobId, run);
}

async function createPrediction<Request extends { attemptId: string }, Result>(
  jobId: string,
  { deferred, makeBrief, collectOnly }: PredictionRun<Request, Result>,
): Promise<Progress> {
  if (collectOnly) return false;
  const brief = await makeBrief();
  const attempt = await beginAttempt(jobId);
  if (!attempt) return false;
  const { attemptId } = attempt;
  const request = { ...brief, ...attempt } as unknown as Request;
  const ticket = deferred.createTicket(request);
  if (!(await recordPrediction(jobId, attemptId, ticket))) return false;
  const externalId = await deferred.create(request).catch(async (error: unknown) => {
    // An error that is not an AppError came after the call began.
    const isUnknown = !(error instanceof AppError) || retryabilityOf(error) === "unknown";
    await (isUnknown ? markLost(attemptId, ticket) : endPrediction(attemptId));
    throw error;
  });
  // If recording fails, the prediction stays open, and the next step finds it.
  await db.prediction.update({ where: { attemptId }, data: { externalId } });
  return { lookInSeconds: pollDelaySeconds(deferred, 0) };
}

async function collectPrediction<Request extends { attemptId: string }, Result>(
  open: OpenPrediction & { externalId: string },
  { deferred, keep, patience }: PredictionRun<Request, Result>,
): Promise<Progress> {
  const { attemptId, externalId } = open;
  const ticket = ticketOf(open);
  const age = ageOf(open);
  let usage: ProviderUsage | undefined;
  // A failure to record is not fatal: the sweep finds the open prediction.
  const settle = () =>
    endPrediction(attemptId, usage).catch((error: unknown) =>
      log.warn({ attemptId, err: error }, "the end of a prediction is not recorded yet"),
    );
  let result: Result | null;
  try {
    result = await deferred.fetchResult(externalId, ticket, (told) => {
      usage = told;
    });
  } catch (error) {
    if (retryabilityOf(error) !== "unknown") await settle();
    throw error;
  }
  if (result === null) {
    if (age < patience) return { lookInSeconds: pollDelaySeconds(deferred, age) };
    await cancelPrediction(open);
    throw new AppError("ai_unavailable", "The AI service did not answer in time.");
  }
  const isStored = await keep(result).catch(async (error: unknown) => {
    if (isPermanent(error)) await settle();
    throw error;
  });
  await settle();
  return isStored;
}

/** Seconds until the next poll: short without a webhook, longer with one. */
function pollDelaySeconds({ hasWebhook }: { hasWebhook: boolean }, age: number): number {
  if (hasWebhook) return age < 20_000 ? 10 : 20;
  if (age < 15_000) return age < 3_000 ? 1 : 2;
  return age < 60_000 ? 4 : 8;
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
