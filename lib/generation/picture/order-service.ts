/** Orders something from a provider that takes its time, and follows it until it is there. */
import "server-only";
import type { Deferred } from "@/lib/ai/deferred";
import { fateOf } from "@/lib/ai/provider-error";
import type { ProviderUsage } from "@/lib/ai/usage";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { transact } from "@/lib/platform/jobs/outbox-service";
import { log } from "@/lib/platform/log";
import { beginAttempt, isPermanent, keepAlive, orderEnded } from "../jobs/job-service";
import { giveUpCall } from "./call-service";
import {
  adopt,
  ageOf,
  dropOrder,
  dropOrders,
  endOrder,
  isLost,
  noteLost,
  noteOrder,
  type OpenOrder,
  ticketOf,
} from "./open-order-service";
import type { Progress } from "./progress";

interface Pursuit<Request extends { attemptId: string }, Result> {
  deferred: Deferred<Request, Result>;
  /** Made only where something is ordered. */
  makeBrief: () => Promise<Omit<Request, "attemptId" | "signal" | "onUsage">>;
  /** Stores what came and records it. False where the job is over. */
  keep: (result: Result) => Promise<boolean>;
  /** Milliseconds that one order may take. */
  patience: number;
  /** Looks after what was ordered and orders nothing: false where there is nothing to come. */
  collectOnly?: boolean | undefined;
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
    where: { jobId, endedAt: null, droppedAt: null },
    orderBy: { createdAt: "desc" },
  });
  if (!open) return begin(jobId, pursuit);
  if (ticketOf(open).atOnce) return giveUpCall(jobId, open);
  if (!(await keepAlive(jobId))) return dropOrders(jobId);
  const externalId = open.externalId ?? (await adopt(open, pursuit.deferred));
  if (externalId) return collect({ ...open, externalId }, pursuit);
  // Whoever ordered may still be at it.
  if (!isLost(open)) return { lookInSeconds: 3 };
  await endOrder(open.attemptId);
  return begin(jobId, pursuit);
}

async function begin<Request extends { attemptId: string }, Result>(
  jobId: string,
  { deferred, makeBrief, collectOnly }: Pursuit<Request, Result>,
): Promise<Progress> {
  if (collectOnly) return false;
  const wanted = await makeBrief();
  const attempt = await beginAttempt(jobId);
  if (!attempt) return false;
  const { attemptId } = attempt;
  const request = { ...wanted, ...attempt } as unknown as Request;
  const ticket = deferred.ticketOf(request);
  if (!(await noteOrder(jobId, attemptId, ticket))) return false;
  const externalId = await deferred.begin(request).catch(async (error: unknown) => {
    // What is no error of ours came from the midst of it.
    const isUnknown = !(error instanceof AppError) || fateOf(error) === "unknown";
    await (isUnknown ? noteLost(attemptId, ticket) : endOrder(attemptId));
    throw error;
  });
  // Where this cannot be recorded, the order stays open, and the next step finds it there.
  await db.prediction.update({ where: { attemptId }, data: { externalId } });
  return { lookInSeconds: lookIn(deferred, 0) };
}

async function collect<Request extends { attemptId: string }, Result>(
  open: OpenOrder & { externalId: string },
  { deferred, keep, patience }: Pursuit<Request, Result>,
): Promise<Progress> {
  const { attemptId, externalId } = open;
  const ticket = ticketOf(open);
  const age = ageOf(open);
  let usage: ProviderUsage | undefined;
  // That it cannot be recorded now fails nothing: the sweep finds it open.
  const settle = () =>
    endOrder(attemptId, usage).catch((error: unknown) =>
      log.warn({ attemptId, err: error }, "the end of an order is not recorded yet"),
    );
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
    await dropOrder(open);
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
    send({ ...orderEnded.create({ jobId }), id: `prediction:${externalId}` });
  });
}
