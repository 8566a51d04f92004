import "server-only";
import { animator, painter } from "@/lib/platform/ai";
import type { Deferred, Ticket } from "@/lib/platform/ai/deferred";
import { fateOf } from "@/lib/platform/ai/provider-error";
import type { OnUsage, ProviderUsage } from "@/lib/platform/ai/usage";
import { db, type Prisma } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { predictionEnded } from "@/lib/platform/jobs/events";
import { transact } from "@/lib/platform/jobs/outbox-service";
import { isPermanent } from "@/lib/platform/jobs/step-error";
import { log } from "@/lib/platform/log";
import { beginAttempt, keepAlive } from "./job-service";

/** Ordered and not there yet; the same call continues it. */
export interface Pending {
  lookInSeconds: number;
}

/** True: made and kept. False: nobody wants it any more. */
export type Progress = boolean | Pending;

/** An answer that is not there after so many milliseconds comes to nobody any more. */
const unheardFor = 45_000;

interface Pursuit<Request extends { attemptId: string }, Result> {
  deferred: Deferred<Request, Result>;
  /** Made only where something is ordered. */
  order: () => Promise<Omit<Request, "attemptId" | "signal" | "onUsage">>;
  /** Stores what came and records it. False where the job is over. */
  keep: (result: Result) => Promise<boolean>;
  /** Milliseconds that one order may take. */
  patience: number;
  onUsage?: OnUsage | undefined;
}

/**
 * Has something made by a provider that takes its time: orders it, or looks after what was ordered
 * before. Called again until it no longer answers Pending. For each attempt one order is made,
 * whoever dies in between: its row is there before it, and what is not known of it is looked up.
 * @throws AppError of the provider
 */
export async function pursue<Request extends { attemptId: string }, Result>(
  jobId: string,
  pursuit: Pursuit<Request, Result>,
): Promise<Progress> {
  const open = await db.prediction.findFirst({
    where: { jobId, endedAt: null },
    orderBy: { createdAt: "desc" },
  });
  if (!open) return begin(jobId, pursuit);
  if (!(await keepAlive(jobId))) return dropPredictions(jobId);
  const ticket = open.ticket as Ticket;
  const externalId = open.externalId ?? (await adopt(open, pursuit.deferred));
  const age = Date.now() - open.createdAt.getTime();
  if (externalId) return collect({ ...open, externalId, ticket, age }, pursuit);
  // Whoever ordered may still be at it.
  if (!ticket.lost && age < unheardFor) return { lookInSeconds: 3 };
  await end(open.attemptId);
  return begin(jobId, pursuit);
}

async function begin<Request extends { attemptId: string }, Result>(
  jobId: string,
  { deferred, order }: Pursuit<Request, Result>,
): Promise<Progress> {
  const wanted = await order();
  const attempt = await beginAttempt(jobId);
  if (!attempt) return false;
  const { attemptId } = attempt;
  const request = { ...wanted, ...attempt } as unknown as Request;
  try {
    const ticket = deferred.ticketOf(request);
    const { provider } = deferred;
    await db.prediction.create({ data: { attemptId, jobId, provider, ticket } });
    const externalId = await deferred.begin(request).catch(async (error: unknown) => {
      if (fateOf(error) === "unknown") await noteLost(attemptId, ticket);
      throw error;
    });
    await db.prediction.update({ where: { attemptId }, data: { externalId } });
    return { lookInSeconds: lookIn(deferred, 0) };
  } catch (error) {
    if (fateOf(error) !== "unknown") await end(attemptId);
    throw error;
  }
}

/** It may have been taken: that is found out before anything else is ordered. */
const noteLost = (attemptId: string, ticket: Ticket) =>
  db.prediction.update({ where: { attemptId }, data: { ticket: { ...ticket, lost: 1 } } });

/** Finds out whether an order was taken whose answer nobody has. */
async function adopt(
  open: { attemptId: string; ticket: Prisma.JsonValue; createdAt: Date },
  deferred: Pick<Deferred<never, unknown>, "find">,
): Promise<string | null> {
  const found = await deferred.find(open.ticket as Ticket, open.createdAt);
  for (const externalId of found.reverse()) {
    // Others may have asked for the same in the same words.
    if (await db.prediction.findUnique({ where: { externalId } })) continue;
    await db.prediction.update({ where: { attemptId: open.attemptId }, data: { externalId } });
    return externalId;
  }
  return null;
}

async function collect<Request extends { attemptId: string }, Result>(
  open: { attemptId: string; externalId: string; ticket: Ticket; age: number },
  { deferred, keep, patience, onUsage }: Pursuit<Request, Result>,
): Promise<Progress> {
  const { attemptId, externalId, ticket, age } = open;
  let usage: ProviderUsage | undefined;
  const settle = async () => {
    if ((await end(attemptId)) && usage) onUsage?.(usage);
  };
  let result: Result | null;
  try {
    result = await deferred.collect(externalId, ticket, (told) => {
      usage = told;
    });
  } catch (error) {
    if (fateOf(error) !== "unknown") await settle();
    throw error;
  }
  if (result === null) {
    if (age < patience) return { lookInSeconds: lookIn(deferred, age) };
    await cancel(deferred, { attemptId, externalId });
    throw new AppError("ai_unavailable", "The AI service did not answer in time.");
  }
  const kept = await keep(result).catch(async (error: unknown) => {
    if (isPermanent(error)) await settle();
    throw error;
  });
  await settle();
  return kept;
}

/** Seconds until the next look: soon while it could be done, later where we are told anyway. */
function lookIn({ tells }: { tells: boolean }, age: number): number {
  if (tells) return age < 20_000 ? 10 : 20;
  if (age < 15_000) return age < 3_000 ? 1 : 2;
  return age < 60_000 ? 4 : 8;
}

/** False where it had ended before. */
async function end(attemptId: string): Promise<boolean> {
  const { count } = await db.prediction.updateMany({
    where: { attemptId, endedAt: null },
    data: { endedAt: new Date() },
  });
  return count > 0;
}

type Canceller = Pick<Deferred<never, unknown>, "cancel">;

async function cancel(
  deferred: Canceller | undefined,
  { attemptId, externalId }: { attemptId: string; externalId: string | null },
): Promise<void> {
  try {
    if (externalId) await deferred?.cancel(externalId);
    await end(attemptId);
  } catch (error) {
    // The sweep tries again.
    log.warn({ attemptId, err: error }, "work that nobody wants could not be ended");
  }
}

const canceller = (): Canceller | undefined => painter().deferred ?? animator().deferred;

/**
 * Ends what a provider still does for a job that is over or gone.
 * @returns false, as the progress of such work
 */
export async function dropPredictions(jobId: string): Promise<false> {
  const open = await db.prediction.findMany({ where: { jobId, endedAt: null } });
  for (const prediction of open) await cancel(canceller(), prediction);
  return false;
}

/**
 * Ends what providers still do for jobs that are over or gone.
 * @returns how much that was
 */
export async function dropUnwantedPredictions(): Promise<number> {
  const unwanted = await db.$queryRaw<{ attemptId: string; externalId: string | null }[]>`
    SELECT p.attempt_id AS "attemptId", p.external_id AS "externalId"
    FROM prediction p
    LEFT JOIN job j ON j.id = p.job_id AND j.status IN ('queued', 'processing')
    WHERE p.ended_at IS NULL AND j.id IS NULL
    ORDER BY p.created_at LIMIT 200`;
  for (const prediction of unwanted) await cancel(canceller(), prediction);
  return unwanted.length;
}

/**
 * What a provider has told us: that something has ended. Whoever waits for it looks; what it says
 * besides is not believed. Telling the same twice changes nothing.
 */
export async function hearOfEnd(
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
