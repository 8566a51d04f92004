/** Calls a provider that answers at once. */
import "server-only";
import type { Ticket } from "@/lib/ai/deferred-api";
import { retryabilityOf } from "@/lib/ai/provider-error";
import type { BilledModel, OnUsage, ProviderUsage } from "@/lib/ai/usage";
import { db } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { beginAttempt, GivenUpError, hasRecentHeartbeat, isPermanent } from "../jobs/job-service";
import {
  ageOf,
  endPrediction,
  lostCallUsage,
  type OpenPrediction,
  recordPrediction,
  ticketOf,
} from "./open-prediction-service";
import type { Pending, Progress } from "./progress";

interface ProviderCallRun<Result> {
  /** The model that is billed. */
  billed: BilledModel;
  make: (attempt: { attemptId: string }, onUsage: OnUsage) => Promise<Result>;
  /** Stores the result and records it. False if the job has ended. */
  keep: (result: Result) => Promise<boolean>;
}

/**
 * Calls a provider that answers at once. The call's row exists before the call and gets its cost
 * after the result is recorded: an open row means that the process died during the call. Its
 * picture is lost and may be paid for, so only its author can request another one.
 * @throws AppError of the provider, GivenUpError if a call was lost
 */
export async function runProviderCall<Result>(
  jobId: string,
  prepare: () => Promise<ProviderCallRun<Result>>,
): Promise<Progress> {
  const open = await db.prediction.findFirst({ where: { jobId, endedAt: null } });
  if (open) return abandonCall(jobId, open);
  const { billed, make, keep } = await prepare();
  const attempt = await beginAttempt(jobId);
  if (!attempt) return false;
  const { attemptId } = attempt;
  const ticket: Ticket = { atOnce: 1, ...billed };
  if (!(await recordPrediction(jobId, attemptId, ticket))) return false;
  let usage: ProviderUsage | undefined;
  const settle = (told: ProviderUsage | undefined) =>
    endPrediction(attemptId, told).catch((error: unknown) =>
      // The sweep finds it open, and counts it as paid.
      log.warn({ attemptId, err: error }, "the end of a call is not recorded yet"),
    );
  let result: Result;
  try {
    result = await make(attempt, (told) => {
      usage = told;
    });
  } catch (error) {
    const isUnanswered = usage === undefined && retryabilityOf(error) === "unknown";
    await settle(isUnanswered ? lostCallUsage(ticket, 0) : usage);
    throw error;
  }
  const isStored = await keep(result).catch(async (error: unknown) => {
    if (isPermanent(error)) await settle(usage);
    throw error;
  });
  await settle(usage);
  return isStored;
}

/** Ends a lost call. Only its author's next request makes another one. */
export async function abandonCall(jobId: string, open: OpenPrediction): Promise<Pending> {
  // A step may be repeated while its process is still working on it.
  if (await hasRecentHeartbeat(jobId)) return { lookInSeconds: 5 };
  await endPrediction(open.attemptId, lostCallUsage(ticketOf(open), ageOf(open)));
  throw new GivenUpError(
    "image_failed",
    "The server stopped while this picture was being made, and the picture is lost. It may have been paid for already: try again to have another one made.",
    { lost: true },
  );
}
