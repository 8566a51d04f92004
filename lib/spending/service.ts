import "server-only";
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { type AiPort, aiEngines } from "@/lib/ai";
import type { OnUsage, ProviderCall, ProviderUsage } from "@/lib/ai/usage";
import { db, type Tx } from "@/lib/platform/db";
import { recordEngineStatus } from "@/lib/platform/engine-status";
import { AppError, type ErrorCode } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { traceId } from "@/lib/platform/trace";
import { costOf } from "./prices";

/** Whose call it is: that of a job, or of somebody who waits for its answer. */
export type CallOwner = { jobId: string } | { userId: string; storyId: string };

export interface CallContext {
  userId: string | null;
  storyId: string | null;
  sceneId: string | null;
  jobId: string | null;
}

/** Looked up before the call: its story may be gone when it ends, and is paid for all the same. */
async function contextOf(owner: CallOwner): Promise<CallContext> {
  if ("userId" in owner) return { ...owner, sceneId: null, jobId: null };
  const job = await db.job.findUnique({
    where: { id: owner.jobId },
    select: { ownerId: true, storyId: true, sceneId: true },
  });
  return {
    userId: job?.ownerId ?? null,
    storyId: job?.storyId ?? null,
    sceneId: job?.sceneId ?? null,
    jobId: owner.jobId,
  };
}

/**
 * Runs calls of a provider and records each one that it has taken. A call whose adapter says so
 * before it is made is an open row by then, which `endStaleCalls` finds where this process dies. Ends
 * when all that were told of by then are recorded; what comes later, of a call that nobody waited
 * for, is recorded as it comes. That the end of a call cannot be recorded never fails the work.
 */
export async function withUsage<T>(
  owner: CallOwner,
  port: AiPort,
  work: (onUsage: OnUsage) => Promise<T>,
): Promise<T> {
  const context = contextOf(owner);
  context.catch(() => {});
  const writes = new Set<Promise<void>>();
  /** Calls that are under way, with the kind of each. */
  const open = new Map<string, ProviderCall["kind"]>();
  const record = (usage: ProviderUsage) => {
    const [id] = [...open].find(([, kind]) => kind === usage.kind) ?? [];
    if (id) open.delete(id);
    const write = recordPersistently(context, usage, id).finally(() => writes.delete(write));
    writes.add(write);
  };
  const before = async (call: ProviderCall) => {
    const id = randomUUID();
    await recordCall(await context, { ...call, outcome: "open", milliseconds: 0 }, { id });
    open.set(id, call.kind);
  };
  try {
    return await withEngineStatus(port, () => work(Object.assign(record, { before })));
  } finally {
    // Those that nobody has taken.
    if (open.size > 0) writes.add(deleteOpenCalls([...open.keys()]));
    await Promise.all(writes);
  }
}

/** Runs work of an engine and tells the status page how it fared. */
export async function withEngineStatus<T>(port: AiPort, work: () => Promise<T>): Promise<T> {
  try {
    const made = await work();
    recordEngineStatus(port, aiEngines[port](), null);
    return made;
  } catch (error) {
    const problem = engineProblem(error);
    if (problem !== undefined) recordEngineStatus(port, aiEngines[port](), problem);
    throw error;
  }
}

/** What the engine is to blame for; what it refuses to draw, and whoever left, it is not. */
function engineProblem(error: unknown): string | null | undefined {
  if (!(error instanceof AppError)) return "Something went wrong in the middle of a call.";
  if (error.code === "content_flagged") return null;
  return engineCodes.has(error.code) ? error.message : undefined;
}

const engineCodes: ReadonlySet<ErrorCode> = new Set([
  "ai_rate_limited",
  "ai_unavailable",
  "image_failed",
  "video_failed",
  "writer_failed",
  "unavailable",
]);

/** Milliseconds between tries: a database that was started anew is there again before the last. */
const retryDelays = [100, 500, 2_000, 5_000];

/** They stay open where the database is away, and count as paid in the end. */
const deleteOpenCalls = (ids: string[]) =>
  db.providerCall.deleteMany({ where: { id: { in: ids }, outcome: "open" } }).then(
    () => {},
    (error: unknown) => log.warn({ err: error }, "calls that were not made are still open"),
  );

/** Milliseconds after which nobody is at a call any more. */
const maxCallMs = 10 * 60_000;

/** Ends calls whose process died: what became of them is unknown. @returns how many */
export async function endStaleCalls(): Promise<number> {
  const { count } = await db.providerCall.updateMany({
    where: { outcome: "open", createdAt: { lt: new Date(Date.now() - maxCallMs) } },
    data: { outcome: "unknown" },
  });
  return count;
}

async function recordPersistently(
  context: Promise<CallContext>,
  usage: ProviderUsage,
  id: string | undefined,
) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await recordCall(await context, usage, { id });
      return;
    } catch (error) {
      const wait = retryDelays[attempt];
      if (wait === undefined) {
        const { provider, model, kind, units } = usage;
        log.error({ err: error, provider, model, kind, units }, "a paid call is not recorded");
        return;
      }
      await pause(wait);
    }
  }
}

/** A call that has ended, or is under way. */
type Recorded = Omit<ProviderUsage, "outcome"> & { outcome: ProviderUsage["outcome"] | "open" };

/**
 * One row more, or the end of the open one with this id; what its job may still cost becomes less by
 * it. Rows that are gone are left out.
 */
export async function recordCall(
  context: CallContext,
  usage: Recorded,
  { tx = db, id = randomUUID() }: { tx?: Tx | typeof db; id?: string | undefined } = {},
): Promise<void> {
  const cost = costOf(usage);
  const spent = usage.outcome === "open" ? 0 : (cost ?? 0);
  const { userId, storyId, sceneId, jobId } = context;
  const { provider, model, kind, outcome, milliseconds, units, requestId } = usage;
  await tx.$executeRaw`
    WITH call AS (
      INSERT INTO provider_call (id, user_id, story_id, scene_id, job_id, provider, model, kind,
        outcome, duration_ms, units, cost_micros, request_id, trace_id)
      VALUES (${id}::uuid,
        (SELECT id FROM user_account WHERE id = ${userId}::uuid),
        (SELECT id FROM story WHERE id = ${storyId}::uuid),
        (SELECT id FROM scene WHERE id = ${sceneId}::uuid),
        ${jobId}::uuid, ${provider.slice(0, 40)}, ${model.slice(0, 200)}, ${kind}, ${outcome},
        ${Math.max(0, Math.round(milliseconds))}, ${JSON.stringify(units)}::jsonb, ${cost}::bigint,
        ${requestId?.slice(0, 200) ?? null}, ${traceId() ?? null})
      ON CONFLICT (id) DO UPDATE SET outcome = excluded.outcome, duration_ms = excluded.duration_ms,
        units = excluded.units, cost_micros = excluded.cost_micros,
        request_id = excluded.request_id)
    UPDATE budget_reservation SET amount_micros = GREATEST(0, amount_micros - ${spent}::bigint)
    WHERE id = ${jobId}::uuid AND ${spent}::bigint > 0`;
}
