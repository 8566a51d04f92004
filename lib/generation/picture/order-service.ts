/** Orders something from a provider that takes its time, and follows it until it is there. */
import "server-only";
import { animator, painter } from "@/lib/ai";
import type { Deferred, Ticket } from "@/lib/ai/deferred";
import { fateOf } from "@/lib/ai/provider-error";
import type { BilledModel, OnUsage, ProviderUsage } from "@/lib/ai/usage";
import { db, type Prisma } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { transact } from "@/lib/platform/jobs/outbox-service";
import { log } from "@/lib/platform/log";
import { type CallContext, recordCall } from "@/lib/spending/service";
import {
  beginAttempt,
  GivenUpError,
  isPermanent,
  isWorkedOn,
  keepAlive,
  orderEnded,
} from "../jobs/job-service";

/** Ordered and not there yet; the same call continues it. */
export interface Pending {
  lookInSeconds: number;
}

/** True: made and kept. False: nobody wants it any more. */
export type Progress = boolean | Pending;

/** What is done for a job of one kind, in two halves, each of which can be repeated. */
export interface Maker {
  /** The billed one: has something made and records it on the job. */
  make: (jobId: string, options?: { collectOnly?: boolean }) => Promise<Progress>;
  /** Shows, or keeps, what was recorded. */
  show: (jobId: string) => Promise<unknown>;
}

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
  try {
    const ticket = deferred.ticketOf(request);
    if (!(await noteOrder(jobId, attemptId, ticket))) return false;
    const externalId = await deferred.begin(request).catch(async (error: unknown) => {
      if (fateOf(error) === "unknown") await noteLost(attemptId, ticket);
      throw error;
    });
    await db.prediction.update({ where: { attemptId }, data: { externalId } });
    return { lookInSeconds: lookIn(deferred, 0) };
  } catch (error) {
    if (fateOf(error) !== "unknown") await endOrder(attemptId);
    throw error;
  }
}

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

/** A call whose answer nobody has: it may have been made, so it counts as paid. */
const lostCall = ({ provider, model }: Ticket, milliseconds: number): ProviderUsage => ({
  provider: provider === "replicate" ? "replicate" : "openai",
  model: String(model),
  kind: "image",
  milliseconds,
  outcome: "unknown",
  units: { images: 1 },
});

async function giveUpCall(jobId: string, open: OpenOrder): Promise<Pending> {
  // A step may be repeated while its process is still at it.
  if (await isWorkedOn(jobId)) return { lookInSeconds: 5 };
  await endOrder(open.attemptId, lostCall(ticketOf(open), ageOf(open)));
  throw new GivenUpError(
    "image_failed",
    "The server stopped while this picture was being made, and the picture is lost. It may have been paid for already: try again to have another one made.",
  );
}

/** With whose it is, as its job may be gone when it ends. False where that is gone already. */
async function noteOrder(jobId: string, attemptId: string, ticket: Ticket) {
  const count = await db.$executeRaw`
    INSERT INTO prediction (attempt_id, job_id, ticket, user_id, story_id, scene_id)
    SELECT ${attemptId}, id, ${JSON.stringify(ticket)}::jsonb, owner_id, story_id, scene_id
    FROM job WHERE id = ${jobId}::uuid`;
  return count > 0;
}

/** It may have been taken: that is found out before anything else is ordered. */
const noteLost = (attemptId: string, ticket: Ticket) =>
  db.prediction.update({ where: { attemptId }, data: { ticket: { ...ticket, lost: 1 } } });

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

/** An answer that is not there after so many milliseconds comes to nobody any more. */
const unheardFor = 45_000;
/** A provider that has not said by then what an order cost is not asked any more. */
const dayOfGrace = 86_400_000;

/** What looks after an order, whatever was ordered. */
type Desk = Pick<Deferred<never, unknown>, "find" | "usageOf" | "cancel">;

/** An order of which it is not known what became of it. */
interface OpenOrder {
  attemptId: string;
  externalId: string | null;
  ticket: Prisma.JsonValue;
  createdAt: Date;
}

const ticketOf = ({ ticket }: OpenOrder) => ticket as Ticket;
const ageOf = ({ createdAt }: OpenOrder) => Date.now() - createdAt.getTime();
/** Nobody waits for the answer of the provider any more. */
const isLost = (order: OpenOrder) => Boolean(ticketOf(order).lost) || ageOf(order) >= unheardFor;

function deskOf(order: OpenOrder): Desk | undefined {
  return ticketOf(order).medium === "video" ? animator().deferred : painter().deferred;
}

/** Finds out whether an order was taken whose answer nobody has. */
async function adopt(order: OpenOrder, desk: Pick<Desk, "find">): Promise<string | null> {
  const found = await desk.find(ticketOf(order), order.createdAt);
  for (const externalId of found.reverse()) {
    // Where the words alone tell, others may have asked for the same.
    if (await db.prediction.findUnique({ where: { externalId } })) continue;
    await db.prediction.update({ where: { attemptId: order.attemptId }, data: { externalId } });
    return externalId;
  }
  return null;
}

/**
 * Ends an order and records what it cost, both or neither: whoever dies in between leaves it open,
 * and the sweep finds it. Of no effect where it has ended.
 */
async function endOrder(attemptId: string, usage?: ProviderUsage): Promise<void> {
  await db.$transaction(async (tx) => {
    const [order] = await tx.$queryRaw<CallContext[]>`
      UPDATE prediction SET ended_at = now()
      WHERE attempt_id = ${attemptId} AND ended_at IS NULL
      RETURNING job_id AS "jobId", user_id AS "userId", story_id AS "storyId",
        scene_id AS "sceneId"`;
    if (order && usage) await recordCall(order, usage, { tx });
  });
}

/**
 * Gives up an order: from now on nobody looks for its result. It is ended at the provider and what
 * it cost is recorded, now or by the sweep.
 */
async function dropOrder(order: OpenOrder): Promise<void> {
  const { attemptId } = order;
  await db.prediction.updateMany({
    where: { attemptId, droppedAt: null },
    data: { droppedAt: new Date() },
  });
  await close(order).catch((error: unknown) =>
    log.warn({ attemptId, err: error }, "work that nobody wants could not be ended"),
  );
}

async function close(order: OpenOrder): Promise<void> {
  const { attemptId } = order;
  if (ticketOf(order).atOnce) return endOrder(attemptId, lostCall(ticketOf(order), ageOf(order)));
  const desk = deskOf(order);
  if (!desk || ageOf(order) > dayOfGrace) {
    log.error({ attemptId }, "what an order cost is not known");
    return endOrder(attemptId);
  }
  const externalId = order.externalId ?? (await adopt(order, desk));
  if (!externalId) {
    // Whoever ordered may still be at it.
    if (isLost(order)) await endOrder(attemptId);
    return;
  }
  await desk.cancel(externalId);
  // What had ended before was paid for all the same.
  const usage = await desk.usageOf(externalId, ticketOf(order)).catch((error: unknown) => {
    if (isGone(error)) return undefined;
    throw error;
  });
  if (usage !== null) await endOrder(attemptId, usage);
}

/** The provider knows nothing of it; a key that it refuses says nothing of the order. */
const isGone = (error: unknown): boolean =>
  fateOf(error) === "final" && error instanceof AppError && error.code !== "ai_unavailable";

/**
 * Gives up what a provider still does for a job that is over or gone.
 * @returns false, as the progress of such work
 */
export async function dropOrders(jobId: string): Promise<false> {
  const open = await db.prediction.findMany({ where: { jobId, endedAt: null } });
  for (const order of open) await dropOrder(order);
  return false;
}

/**
 * Gives up what providers still do for jobs that are over or gone, and records what was not
 * recorded when its process died.
 * @returns how much that was
 */
export async function dropUnwantedOrders(): Promise<number> {
  const unwanted = await db.$queryRaw<OpenOrder[]>`
    SELECT p.attempt_id AS "attemptId", p.external_id AS "externalId", p.ticket,
      p.created_at AS "createdAt"
    FROM prediction p
    LEFT JOIN job j ON j.id = p.job_id AND j.status IN ('queued', 'processing')
    WHERE p.ended_at IS NULL AND (j.id IS NULL OR p.dropped_at IS NOT NULL)
    ORDER BY p.created_at LIMIT 200`;
  for (const order of unwanted) await dropOrder(order);
  return unwanted.length;
}
