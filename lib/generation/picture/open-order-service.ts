/** Orders and calls whose end is not known yet: a row before each, and what becomes of it. */
import "server-only";
import { animator, painter } from "@/lib/ai";
import type { Deferred, Ticket } from "@/lib/ai/deferred";
import { fateOf } from "@/lib/ai/provider-error";
import type { ProviderUsage } from "@/lib/ai/usage";
import { db, type Prisma } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { type CallContext, recordCall } from "@/lib/spending/service";

/** With whose it is, as its job may be gone when it ends. False where that is gone already. */
export async function noteOrder(jobId: string, attemptId: string, ticket: Ticket) {
  const count = await db.$executeRaw`
    INSERT INTO prediction (attempt_id, job_id, ticket, user_id, story_id, scene_id)
    SELECT ${attemptId}, id, ${JSON.stringify(ticket)}::jsonb, owner_id, story_id, scene_id
    FROM job WHERE id = ${jobId}::uuid`;
  return count > 0;
}

/** It may have been taken: that is found out before anything else is ordered. */
export const noteLost = (attemptId: string, ticket: Ticket) =>
  db.prediction.update({ where: { attemptId }, data: { ticket: { ...ticket, lost: 1 } } });

/** A call whose answer nobody has: it may have been made, so it counts as paid. */
export const lostCall = ({ provider, model }: Ticket, milliseconds: number): ProviderUsage => ({
  provider: provider === "replicate" ? "replicate" : "openai",
  model: String(model),
  kind: "image",
  milliseconds,
  outcome: "unknown",
  units: { images: 1 },
});

/** An answer that is not there after so many milliseconds comes to nobody any more. */
const unheardFor = 45_000;
/** A provider that has not said by then what an order cost is not asked any more. */
const dayOfGrace = 86_400_000;

/** What looks after an order, whatever was ordered. */
type Desk = Pick<Deferred<never, unknown>, "find" | "usageOf" | "cancel">;

/** An order of which it is not known what became of it. */
export interface OpenOrder {
  attemptId: string;
  externalId: string | null;
  ticket: Prisma.JsonValue;
  createdAt: Date;
}

export const ticketOf = ({ ticket }: OpenOrder) => ticket as Ticket;
export const ageOf = ({ createdAt }: OpenOrder) => Date.now() - createdAt.getTime();
/** Nobody waits for the answer of the provider any more. */
export const isLost = (order: OpenOrder) =>
  Boolean(ticketOf(order).lost) || ageOf(order) >= unheardFor;

function deskOf(order: OpenOrder): Desk | undefined {
  return ticketOf(order).medium === "video" ? animator().deferred : painter().deferred;
}

/** Finds out whether an order was taken whose answer nobody has. */
export async function adopt(order: OpenOrder, desk: Pick<Desk, "find">): Promise<string | null> {
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
export async function endOrder(attemptId: string, usage?: ProviderUsage): Promise<void> {
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
export async function dropOrder(order: OpenOrder): Promise<void> {
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
