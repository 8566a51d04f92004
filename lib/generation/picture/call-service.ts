/** Has something made by a provider that answers at once. */
import "server-only";
import type { Ticket } from "@/lib/ai/deferred";
import { fateOf } from "@/lib/ai/provider-error";
import type { BilledModel, OnUsage, ProviderUsage } from "@/lib/ai/usage";
import { db } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { beginAttempt, GivenUpError, isPermanent, isWorkedOn } from "../jobs/job-service";
import {
  ageOf,
  endOrder,
  lostCall,
  noteOrder,
  type OpenOrder,
  ticketOf,
} from "./open-order-service";
import type { Pending, Progress } from "./progress";

interface Call<Result> {
  /** Who is paid. */
  billed: BilledModel;
  make: (attempt: { attemptId: string }, onUsage: OnUsage) => Promise<Result>;
  /** Stores what came and records it. False where the job is over. */
  keep: (result: Result) => Promise<boolean>;
}

/**
 * Has something made by a provider that answers at once. The call is a row before it is made, and
 * ends with its cost after the result is recorded: a row that is found open belongs to a process
 * that died in between. Its picture may be paid for and is lost, so nobody pays for another one
 * before its author asks.
 * @throws AppError of the provider, GivenUpError where a call was lost
 */
export async function callAtOnce<Result>(
  jobId: string,
  prepare: () => Promise<Call<Result>>,
): Promise<Progress> {
  const open = await db.prediction.findFirst({ where: { jobId, endedAt: null } });
  if (open) return giveUpCall(jobId, open);
  const { billed, make, keep } = await prepare();
  const attempt = await beginAttempt(jobId);
  if (!attempt) return false;
  const { attemptId } = attempt;
  const ticket: Ticket = { atOnce: 1, ...billed };
  if (!(await noteOrder(jobId, attemptId, ticket))) return false;
  let usage: ProviderUsage | undefined;
  const settle = (told: ProviderUsage | undefined) =>
    endOrder(attemptId, told).catch((error: unknown) =>
      // The sweep finds it open, and counts it as paid.
      log.warn({ attemptId, err: error }, "the end of a call is not recorded yet"),
    );
  let result: Result;
  try {
    result = await make(attempt, (told) => {
      usage = told;
    });
  } catch (error) {
    const isUnheard = usage === undefined && fateOf(error) === "unknown";
    await settle(isUnheard ? lostCall(ticket, 0) : usage);
    throw error;
  }
  const kept = await keep(result).catch(async (error: unknown) => {
    if (isPermanent(error)) await settle(usage);
    throw error;
  });
  await settle(usage);
  return kept;
}

/** A call that is found open: nobody makes it once more before its author asks. */
export async function giveUpCall(jobId: string, open: OpenOrder): Promise<Pending> {
  // A step may be repeated while its process is still at it.
  if (await isWorkedOn(jobId)) return { lookInSeconds: 5 };
  await endOrder(open.attemptId, lostCall(ticketOf(open), ageOf(open)));
  throw new GivenUpError(
    "image_failed",
    "The server stopped while this picture was being made, and the picture is lost. It may have been paid for already: try again to have another one made.",
  );
}
