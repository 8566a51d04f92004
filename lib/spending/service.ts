import "server-only";
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { type AiPort, aiEngines } from "@/lib/ai";
import type { OnUsage, ProviderCall, ProviderUsage } from "@/lib/ai/usage";
import { db, type Tx } from "@/lib/platform/db";
import { AppError, type ErrorCode } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { recordEngineStatus } from "@/lib/platform/status/engine-status";
import { traceId } from "@/lib/platform/trace";
import { costOf } from "./prices";

/** Owner of a call: a job, a user who waits for its answer, or the site itself. */
export type CallOwner = { jobId: string } | { userId: string | null; storyId: string | null };

export interface CallContext {
  userId: string | null;
  storyId: string | null;
  sceneId: string | null;
  jobId: string | null;
}

/**
 * Looked up before the call, since the story may be deleted before the call ends, and its author is
 * still charged.
 */
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
 * Runs calls of a provider and records each call that the provider accepted. A call announced by
 * its adapter is an open row before it is made, which `endStaleCalls` finds if this process dies.
 * Resolves when all calls reported by then are recorded; later reports, of calls that are not
 * awaited, are recorded as they come. A recording error never fails the work.
 */
export async function withUsage<T>(
  owner: CallOwner,
  port: AiPort,
  work: (onUsage: OnUsage) => Promise<T>,
): Promise<T> {
  const context = contextOf(owner);
  context.catch(() => {});
  const writes = new Set<Promise<void>>();
  /** Open calls, with the kind of each. */
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
    // Calls that the provider did not accept.
    if (open.size > 0) writes.add(deleteOpenCalls([...open.keys()]));
    await Promise.all(writes);
  }
}

/** Runs work of an engine and reports its success to the status page. */
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

/** Errors of the engine; refused prompts and aborted requests do not count. */
function engineProblem(error: unknown): string | null | undefined {
  if (!(error instanceof AppError)) return "Something went wrong in the middle of a call.";
  if (error.code === "content_flagged") return null;
  return engineCodes.has(error.code) ? (error.details.advice ?? error.message) : undefined;
}

const engineCodes: ReadonlySet<ErrorCode> = new Set([
  "ai_rate_limited",
  "ai_unavailable",
  "image_failed",
  "video_failed",
  "writer_failed",
  "unavailable",
]);

/** Milliseconds between retries: a restarted database is available again before the last. */
const retryDelays = [100, 500, 2_000, 5_000];

/** The calls stay open while the database is down, and finally count as paid. */
const deleteOpenCalls = (ids: string[]) =>
  db.providerCall.deleteMany({ where: { id: { in: ids }, outcome: "open" } }).then(
    () => {},
    (error: unknown) => log.warn({ err: error }, "unmade calls are still open"),
  );

/** Milliseconds after which the process of a call must be dead. */
const maxCallMs = 10 * 60_000;

/** Ends calls whose process died: their result is unknown. @returns how many */
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

/** A call that has ended, or is open. */
type Recorded = Omit<ProviderUsage, "outcome"> & { outcome: ProviderUsage["outcome"] | "open" };

/**
 * Inserts a row, or ends the open one with this id, and reduces the job's reservation by its cost.
 * References to deleted rows become null.
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
