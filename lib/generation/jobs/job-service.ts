/** A job, whatever it makes: its events, its row, its attempts, and the errors of its steps. */
import "server-only";
import { eventType, NonRetriableError, RetryAfterError } from "inngest";
import { moderator } from "@/lib/ai";
import { ProviderError } from "@/lib/ai/provider-error";
import { isFlaggedMessage, isQuotaMessage } from "@/lib/ai/provider-messages";
import { db, type Prisma, type Tx } from "@/lib/platform/db";
import { AppError, type ErrorCode } from "@/lib/platform/errors";
import { id } from "@/lib/platform/http/ids";
import { toAppError } from "@/lib/platform/http/respond";
import { log } from "@/lib/platform/log";
import { redactException } from "@/lib/platform/redact";
import { z } from "@/lib/platform/zod";
import { type CallOwner, withUsage } from "@/lib/spending/service";

/** Events carry ids alone: the rows are the truth, and a function loads what it needs. */
const jobEventData = z.object({
  jobId: id,
  ownerId: id,
  /** Of the request that asked for it (`lib/platform/trace.ts`). */
  traceId: z.string().max(64).optional(),
});
const sceneEventData = jobEventData.extend({ cancelKey: z.string().max(100) });

export const sceneRequested = eventType("scene/requested", { schema: sceneEventData });
export const panelReady = eventType("panel/ready", { schema: sceneEventData });
export const portraitRequested = eventType("portrait/requested", { schema: jobEventData });
/** A portrait is there, or will not come: pictures of this author may wait for it. */
export const portraitEnded = eventType("portrait/ended", { schema: jobEventData });
/** A picture that is kept without being shown: of a panel, or of a story alone. */
export const imageTakeRequested = eventType("picture/requested", { schema: jobEventData });
export const videoTakeRequested = eventType("video/requested", { schema: jobEventData });
/** A provider says that something ended which a job waits for. */
export const predictionEnded = eventType("prediction/ended", { schema: z.object({ jobId: id }) });

/** Wakes pictures that wait for this portrait. */
export const createPortraitEnded = ({ id: jobId, ownerId }: { id: string; ownerId: string }) => ({
  ...portraitEnded.create({ jobId, ownerId }),
  id: `portrait-ended:${jobId}`,
});

/** Of a job that may still be worked on. */
export const openJobStatus = { in: ["queued" as const, "processing" as const] };
/** A living step says so this often, in milliseconds. */
const heartbeatIntervalMs = 10_000;

/** Calls of a provider that one job may cost. Steps that die on other ways are repeated more often. */
const maxAttempts = 4;

/**
 * Counts one more call of a provider, before it is made. Its id lets a repeat be recognised.
 * @returns null where the job is over or gone: nothing may be paid for it any more
 * @throws GivenUpError where all attempts are used up, with what went wrong before
 */
export async function beginAttempt(jobId: string): Promise<{ attemptId: string } | null> {
  const [row] = await db.$queryRaw<{ attempts: number }[]>`
    UPDATE job SET status = 'processing', attempts = attempts + 1, heartbeat_at = now(),
      started_at = coalesce(started_at, now())
    WHERE id = ${jobId}::uuid AND status IN ('queued', 'processing') AND attempts < ${maxAttempts}
    RETURNING attempts`;
  if (row) return { attemptId: `${jobId}:${row.attempts}` };
  const job = await db.job.findFirst({ where: { id: jobId, status: openJobStatus } });
  if (!job) return null;
  throw new GivenUpError(
    (job.errorCode as ErrorCode | null) ?? "image_failed",
    job.errorMessage ?? unfinishedMessage,
  );
}

/** What is said of work whose process died too often. */
export const unfinishedMessage =
  "The work on this stopped before it was done. Nothing is lost: please try again.";

/**
 * Runs work of a job while telling the reaper that its process is alive. The signal says that the
 * job has ended or is gone meanwhile: nobody waits for its result any more.
 */
export async function withHeartbeat<T>(
  jobId: string,
  work: (gone: AbortSignal) => Promise<T>,
  pause = heartbeatIntervalMs,
): Promise<T> {
  const gone = new AbortController();
  const beat = setInterval(() => {
    sendHeartbeat(jobId)
      .then((isActive) => !isActive && gone.abort())
      .catch((error: unknown) => log.warn({ err: error, jobId }, "heartbeat"));
  }, pause);
  try {
    return await work(gone.signal);
  } finally {
    clearInterval(beat);
  }
}

/**
 * Gives up on work that hangs, or that nobody waits for any more. Its provider may have taken it.
 * @param gone whether whoever asked has left
 * @throws ProviderError `ai_unavailable`; `bad_request` where nobody is left to read it
 */
export async function withDeadline<T>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<T>,
  callerSignal?: AbortSignal,
): Promise<T> {
  // Not AbortSignal.timeout: that one keeps all that waits for it in memory until its time is over.
  const timeoutController = new AbortController();
  const timer = setTimeout(
    () => timeoutController.abort(new DOMException("The deadline has passed.", "TimeoutError")),
    milliseconds,
  );
  const signal = callerSignal
    ? AbortSignal.any([timeoutController.signal, callerSignal])
    : timeoutController.signal;
  const end = () =>
    callerSignal?.aborted
      ? new ProviderError(
          "bad_request",
          "The request was ended before its answer was there.",
          "unknown",
        )
      : new ProviderError("ai_unavailable", "The AI service did not answer in time.", "unknown", {
          cause: signal.reason,
        });
  const ended = Promise.withResolvers<never>();
  const giveUp = () => ended.reject(end());
  signal.addEventListener("abort", giveUp, { once: true });
  try {
    if (signal.aborted) throw end();
    return await Promise.race([work(signal), ended.promise]);
  } catch (error) {
    // What the work throws when it is ended is whatever its provider makes of that.
    throw signal.aborted ? end() : error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", giveUp);
  }
}

/** Whether a process has told of the job so lately that it is still at it. */
export async function hasRecentHeartbeat(jobId: string): Promise<boolean> {
  const since = new Date(Date.now() - 1.5 * heartbeatIntervalMs);
  return (await db.job.count({ where: { id: jobId, heartbeatAt: { gt: since } } })) > 0;
}

/** Tells the reaper that a job is looked after. False where it is over or gone. */
export async function sendHeartbeat(jobId: string): Promise<boolean> {
  const { count } = await db.job.updateMany({
    where: { id: jobId, status: openJobStatus },
    data: { heartbeatAt: new Date() },
  });
  return count > 0;
}

/** Records what a job has made, so that a repeated step pays nothing. False where the job is over. */
export async function recordResult(jobId: string, result: object): Promise<boolean> {
  const { count } = await db.job.updateMany({
    where: { id: jobId, status: openJobStatus },
    data: { result: result as Prisma.InputJsonObject, progress: 90, heartbeatAt: new Date() },
  });
  return count > 0;
}

/** Keeps what went wrong for `onFailure`, which only learns that something did. */
export async function recordError(jobId: string, thrown: unknown): Promise<void> {
  const error = toAppError(thrown);
  await db.job.updateMany({
    where: { id: jobId, status: openJobStatus },
    data: { errorCode: error.code, errorMessage: error.message },
  });
}

/** Ends a job as failed. False where it had ended before. */
export async function markFailed(
  tx: Tx,
  jobId: string,
  reason: { code: ErrorCode; message: string },
): Promise<boolean> {
  const { count } = await tx.job.updateMany({
    where: { id: jobId, status: openJobStatus },
    data: {
      status: "failed",
      finishedAt: new Date(),
      errorCode: reason.code,
      errorMessage: reason.message,
    },
  });
  return count > 0;
}

/** Ends a job as completed. False where it had ended before: its result is dropped then. */
export async function markCompleted(tx: Tx, jobId: string): Promise<boolean> {
  const { count } = await tx.job.updateMany({
    where: { id: jobId, status: openJobStatus },
    data: {
      status: "completed",
      finishedAt: new Date(),
      progress: 100,
      errorCode: null,
      errorMessage: null,
    },
  });
  return count > 0;
}

/**
 * Has texts looked at before anything is made of them, where somebody does that.
 * @throws AppError `content_flagged`; `ai_unavailable`, `ai_rate_limited` where that cannot be told
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

/** Trying again would end the same way, or would be paid for twice. */
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

/** As often tried as may be paid for. */
export class GivenUpError extends AppError {}

export const isPermanent = (error: unknown): boolean =>
  error instanceof GivenUpError ||
  (error instanceof AppError &&
    (error.details.permanent === true || permanent.has(error.code) || hasPermanentMessage(error)));

/** A quota that is used up is not there again a few seconds later, nor is a flag lifted. */
const hasPermanentMessage = ({ code, message }: AppError): boolean =>
  ((code === "ai_unavailable" || code === "ai_rate_limited") && isQuotaMessage(message)) ||
  ((code === "image_failed" || code === "video_failed") && isFlaggedMessage(message));

/**
 * An error of ours in the words of the engine: given up at once, tried later, or tried again. The
 * engine keeps what it and its causes say, and writes it into its log: so they are clean.
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
