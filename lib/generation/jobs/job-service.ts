/** A job of any kind: its events, its row, its attempts, and the errors of its steps. */
import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { eventType, NonRetriableError, RetryAfterError } from "inngest";
import { moderator } from "@/lib/ai";
import { ProviderError } from "@/lib/ai/provider-error";
import { isFlaggedMessage, isQuotaMessage, timedOutMessage } from "@/lib/ai/provider-messages";
import { untilAborted } from "@/lib/ai/until-aborted";
import { db, type Prisma, type Tx } from "@/lib/platform/db";
import { AppError, type ErrorCode } from "@/lib/platform/errors";
import { id } from "@/lib/platform/http/ids";
import { toAppError } from "@/lib/platform/http/respond";
import { openJobStatus } from "@/lib/platform/jobs/outbox-service";
import { log } from "@/lib/platform/log";
import { redactException } from "@/lib/platform/redact";
import { z } from "@/lib/platform/zod";
import { type CallOwner, withUsage } from "@/lib/spending/service";

/** Events carry only ids: the rows are the truth, and a function loads what it needs. */
const jobEventData = z.object({
  jobId: id,
  ownerId: id,
  /** Of a scene and its panels: `cancelKeyOf` its generation. */
  cancelKey: z.string().max(100).optional(),
  /** Trace id of the request that started the job (`lib/platform/trace.ts`). */
  traceId: z.string().max(64).optional(),
});

export const sceneRequested = eventType("scene/requested", { schema: jobEventData });
export const panelReady = eventType("panel/ready", { schema: jobEventData });
export const portraitRequested = eventType("portrait/requested", { schema: jobEventData });
/** A portrait is ready or has failed: pictures of this author may wait for it. */
export const portraitEnded = eventType("portrait/ended", { schema: jobEventData });
/** An author requested a take of a panel or of a story. */
export const imageTakeRequested = eventType("picture/requested", { schema: jobEventData });
export const videoTakeRequested = eventType("video/requested", { schema: jobEventData });
/** A provider reports that a prediction has ended. */
export const predictionEnded = eventType("prediction/ended", { schema: z.object({ jobId: id }) });

/** The event that wakes pictures waiting for this portrait. */
export const createPortraitEnded = ({ id: jobId, ownerId }: { id: string; ownerId: string }) => ({
  ...portraitEnded.create({ jobId, ownerId }),
  id: `portrait-ended:${jobId}`,
});

/** Why a job ends whose scene is generated anew. */
export const superseded = {
  code: "conflict",
  message: "This scene was regenerated meanwhile, so this picture was dropped.",
} as const;

/** Milliseconds between the heartbeats of a running step. */
const heartbeatIntervalMs = 10_000;

/**
 * Provider calls that one job may cost. Steps that fail for other reasons are retried more often.
 */
const maxAttempts = 4;

/** Seconds without a heartbeat after which another run may take over a job. */
const claimSeconds = 60;

// The app bundles functions and pages separately; globalThis holds what they share.
const holder = globalThis as { inkwrightRun?: AsyncLocalStorage<string> };
holder.inkwrightRun ??= new AsyncLocalStorage();
const currentRun = holder.inkwrightRun;

/** Executes work as one of the engine's runs. */
export const runAs = <T>(runId: string, work: () => Promise<T>): Promise<T> =>
  currentRun.run(runId, work);

/**
 * Counts a provider call before the call is sent; a repeated step recognises the call by its id.
 * The first call claims the job for its run. An event may arrive twice, so two runs may do one job.
 * @returns null if the job has ended, is deleted or belongs to another run: the caller then sends
 * no request
 * @throws GivenUpError with the last error, if all attempts are used up
 */
export async function beginAttempt(jobId: string): Promise<{ attemptId: string } | null> {
  const runId = currentRun.getStore() ?? null;
  const [row] = await db.$queryRaw<{ attempts: number }[]>`
    UPDATE job SET status = 'processing', attempts = attempts + 1, heartbeat_at = now(),
      started_at = coalesce(started_at, now()), run_id = ${runId}
    WHERE id = ${jobId}::uuid AND status IN ('queued', 'processing') AND attempts < ${maxAttempts}
      AND (status = 'queued' OR run_id IS NOT DISTINCT FROM ${runId}
        OR heartbeat_at < now() - make_interval(secs => ${claimSeconds}))
    RETURNING attempts`;
  if (row) return { attemptId: `${jobId}:${row.attempts}` };
  const job = await db.job.findFirst({
    where: { id: jobId, status: openJobStatus, attempts: { gte: maxAttempts } },
  });
  if (!job) return null;
  throw new GivenUpError(
    (job.errorCode as ErrorCode | null) ?? "image_failed",
    job.errorMessage ?? unfinishedMessage,
  );
}

/** The message of a job whose process died too often. */
export const unfinishedMessage =
  "The work on this stopped before it was done. Nothing is lost: please try again.";

/**
 * Runs work of a job and sends heartbeats to the reaper. The signal aborts when the job has ended
 * or is deleted.
 */
export async function withHeartbeat<T>(
  jobId: string,
  work: (gone: AbortSignal) => Promise<T>,
  pause = heartbeatIntervalMs,
): Promise<T> {
  const jobEnded = new AbortController();
  const beat = setInterval(() => {
    sendHeartbeat(jobId)
      .then((isActive) => !isActive && jobEnded.abort())
      .catch((error: unknown) => log.warn({ err: error, jobId }, "a heartbeat failed"));
  }, pause);
  try {
    return await work(jobEnded.signal);
  } finally {
    clearInterval(beat);
  }
}

/**
 * Ends work that exceeds its deadline or whose caller has left. Its provider may have started it.
 * @param callerSignal aborts when the caller has left
 * @throws ProviderError `ai_unavailable`; `bad_request` if the caller has left
 */
export async function withDeadline<T>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<T>,
  callerSignal?: AbortSignal,
): Promise<T> {
  // Not AbortSignal.timeout: it keeps its listeners in memory until the time is over.
  const timeout = new AbortController();
  const timer = setTimeout(
    () => timeout.abort(new DOMException("The deadline has passed.", "TimeoutError")),
    milliseconds,
  );
  const signal = callerSignal ? AbortSignal.any([timeout.signal, callerSignal]) : timeout.signal;
  try {
    signal.throwIfAborted();
    return await untilAborted(signal, work(signal));
  } catch (error) {
    if (!signal.aborted) throw error;
    // Providers throw different errors after an abort, so these replace them.
    if (callerSignal?.aborted) {
      const message = "The request was ended before its answer was there.";
      throw new ProviderError("bad_request", message, "unknown");
    }
    const cause = { cause: signal.reason };
    throw new ProviderError("ai_unavailable", timedOutMessage, "unknown", cause);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether the job sent a heartbeat so recently that a process must still be working on it. */
export async function hasRecentHeartbeat(jobId: string): Promise<boolean> {
  const since = new Date(Date.now() - 1.5 * heartbeatIntervalMs);
  return (await db.job.count({ where: { id: jobId, heartbeatAt: { gt: since } } })) > 0;
}

/** Changes a job that is not over. False if it has ended or is deleted. */
async function updateOpenJob(
  tx: Pick<Tx, "job">,
  jobId: string,
  data: Prisma.JobUpdateManyMutationInput,
): Promise<boolean> {
  const { count } = await tx.job.updateMany({ where: { id: jobId, status: openJobStatus }, data });
  return count > 0;
}

/** Records a heartbeat of a job, and its progress in percent where that is known. */
export const sendHeartbeat = (jobId: string, progress?: number): Promise<boolean> =>
  updateOpenJob(db, jobId, { heartbeatAt: new Date(), progress });

/** Records the result of a job, so that a repeated step does not pay again. */
export const recordResult = (jobId: string, result: object): Promise<boolean> =>
  updateOpenJob(db, jobId, {
    result: result as Prisma.InputJsonObject,
    progress: 90,
    heartbeatAt: new Date(),
  });

/** Records a part of the result before the job is done: what a request carries, or a script. */
export const updateResult = (jobId: string, record: object): Promise<boolean> =>
  updateOpenJob(db, jobId, { result: record as Prisma.InputJsonObject });

/** Keeps the error for `onFailure`, which does not receive it. */
export async function recordError(jobId: string, thrown: unknown): Promise<void> {
  const { code, message } = toAppError(thrown);
  await updateOpenJob(db, jobId, { errorCode: code, errorMessage: message });
}

/** Ends a job as failed. */
export const markFailed = (
  tx: Tx,
  jobId: string,
  { code, message }: { code: ErrorCode; message: string },
): Promise<boolean> =>
  updateOpenJob(tx, jobId, {
    status: "failed",
    finishedAt: new Date(),
    errorCode: code,
    errorMessage: message,
  });

/** Ends a job as completed; the result is dropped if it had already ended. */
export const markCompleted = (tx: Tx, jobId: string): Promise<boolean> =>
  updateOpenJob(tx, jobId, {
    status: "completed",
    finishedAt: new Date(),
    progress: 100,
    errorCode: null,
    errorMessage: null,
  });

/**
 * Moderates texts before a model uses them, if the provider has a moderation model.
 * @throws AppError `content_flagged`; `ai_unavailable`, `ai_rate_limited` if moderation itself
 * fails
 */
export async function moderate(
  owner: CallOwner,
  texts: string[],
  signal?: AbortSignal,
): Promise<void> {
  const contentModerator = moderator();
  if (!contentModerator) return;
  await withUsage(owner, "text", (onUsage) =>
    contentModerator.check(texts, { onUsage, ...(signal ? { signal } : {}) }),
  );
}

/** Errors that a retry would repeat, or would pay for twice. */
const permanent: ReadonlySet<ErrorCode> = new Set([
  "bad_request",
  "validation_failed",
  "invalid_image",
  "invalid_json",
  "unauthorized",
  "forbidden",
  "not_found",
  "content_flagged",
  "writer_failed",
]);

/** All paid attempts are used up. */
export class GivenUpError extends AppError {}

export const isPermanent = (error: unknown): boolean =>
  error instanceof GivenUpError ||
  (error instanceof AppError &&
    (error.details.permanent === true || permanent.has(error.code) || hasPermanentMessage(error)));

/** A retry helps neither against a used-up quota nor against a flagged prompt. */
const hasPermanentMessage = ({ code, message }: AppError): boolean =>
  ((code === "ai_unavailable" || code === "ai_rate_limited") && isQuotaMessage(message)) ||
  ((code === "image_failed" || code === "video_failed") && isFlaggedMessage(message));

/**
 * Converts an error for the engine: permanent, retried after a delay, or retried. The engine stores
 * and logs the message and its causes, so they contain no secrets.
 */
export function toStepError(thrown: unknown): Error {
  const error = toAppError(thrown);
  const cause = { cause: redactException(error.details.cause ?? thrown) };
  if (isPermanent(error)) return new NonRetriableError(error.message, cause);
  const { retryAfter } = error.details;
  if (error.code === "ai_rate_limited" || retryAfter !== undefined) {
    return new RetryAfterError(error.message, Math.ceil((retryAfter ?? 30) * 1_000), cause);
  }
  return redactException(thrown instanceof Error ? thrown : error) as Error;
}
