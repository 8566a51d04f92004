/** The row of a job: attempts, signs of life, its result and its end. */
import "server-only";
import { db, type Prisma, type Tx } from "@/lib/platform/db";
import { AppError, type ErrorCode } from "@/lib/platform/errors";
import { toAppError } from "@/lib/platform/http/respond";
import { log } from "@/lib/platform/log";
import { GivenUpError } from "./step-error";

const open = { in: ["queued" as const, "processing" as const] };
/** A living step says so this often, in milliseconds. */
const heartbeatPause = 10_000;

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
  const job = await db.job.findFirst({ where: { id: jobId, status: open } });
  if (!job) return null;
  throw new GivenUpError(
    (job.errorCode as ErrorCode | null) ?? "image_failed",
    job.errorMessage ?? unfinished,
  );
}

/** What is said of work whose process died too often. */
export const unfinished =
  "The work on this stopped before it was done. Nothing is lost: please try again.";

/**
 * Runs work of a job while telling the reaper that its process is alive. The signal says that the
 * job has ended or is gone meanwhile: nobody waits for its result any more.
 */
export async function whileAlive<T>(
  jobId: string,
  work: (gone: AbortSignal) => Promise<T>,
  pause = heartbeatPause,
): Promise<T> {
  const gone = new AbortController();
  const beat = setInterval(() => {
    keepAlive(jobId)
      .then((isWanted) => !isWanted && gone.abort())
      .catch((error: unknown) => log.warn({ err: error, jobId }, "heartbeat"));
  }, pause);
  try {
    return await work(gone.signal);
  } finally {
    clearInterval(beat);
  }
}

/**
 * Gives up on work that hangs, or that nobody waits for any more.
 * @param gone whether whoever asked has left
 * @throws AppError `ai_unavailable`; `bad_request` where nobody is left to read it
 */
export async function withDeadline<T>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<T>,
  gone?: AbortSignal,
): Promise<T> {
  const timeout = AbortSignal.timeout(milliseconds);
  const signal = gone ? AbortSignal.any([timeout, gone]) : timeout;
  const end = () =>
    gone?.aborted
      ? new AppError("bad_request", "The request was ended before its answer was there.")
      : new AppError("ai_unavailable", "The AI service did not answer in time.", {
          cause: signal.reason,
        });
  if (signal.aborted) throw end();
  const ended = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(end()), { once: true });
  });
  try {
    return await Promise.race([work(signal), ended]);
  } catch (error) {
    // What the work throws when it is ended is whatever its provider makes of that.
    throw signal.aborted ? end() : error;
  }
}

/** Tells the reaper that a job is looked after. False where it is over or gone. */
export async function keepAlive(jobId: string): Promise<boolean> {
  const { count } = await db.job.updateMany({
    where: { id: jobId, status: open },
    data: { heartbeatAt: new Date() },
  });
  return count > 0;
}

/** Records what a job has made, so that a repeated step pays nothing. False where the job is over. */
export async function recordResult(jobId: string, result: object): Promise<boolean> {
  const { count } = await db.job.updateMany({
    where: { id: jobId, status: open },
    data: { result: result as Prisma.InputJsonObject, progress: 90, heartbeatAt: new Date() },
  });
  return count > 0;
}

/** Keeps what went wrong for `onFailure`, which only learns that something did. */
export async function noteError(jobId: string, thrown: unknown): Promise<void> {
  const error = toAppError(thrown);
  await db.job.updateMany({
    where: { id: jobId, status: open },
    data: { errorCode: error.code, errorMessage: error.message },
  });
}

/** Ends a job as failed. False where it had ended before. */
export async function endAsFailed(
  tx: Tx,
  jobId: string,
  reason: { code: ErrorCode; message: string },
): Promise<boolean> {
  const { count } = await tx.job.updateMany({
    where: { id: jobId, status: open },
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
export async function endAsCompleted(tx: Tx, jobId: string): Promise<boolean> {
  const { count } = await tx.job.updateMany({
    where: { id: jobId, status: open },
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
