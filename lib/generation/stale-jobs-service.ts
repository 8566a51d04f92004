import "server-only";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { transact } from "@/lib/platform/jobs/outbox-service";
import { log } from "@/lib/platform/log";
import { failJob, failScene, lockScene, settleScene } from "./jobs/completion-service";
import { failureMessages, type Reason } from "./jobs/failure-texts";
import { makeMedia } from "./picture/make-media-service";
import { publishMedia } from "./picture/publish-media-service";

/** Minutes without a heartbeat after which work counts as lost. */
const staleAfterMinutes = { processing: 10, queued: 30 };
/** Minutes. Work that begins sooner has not queued: panels wait that long for portraits. */
const queueGraceMinutes = 2;
/** Hours after which a queued job counts as lost. */
const maxQueueHours = 24;

/** Milliseconds for fetching results in one run; the next run does the rest. */
const fetchBudgetMs = 60_000;
/** Milliseconds. The age up to which a provider or storage that does not answer is asked again. */
const maxRecoveryAgeMs = 3_600_000;

interface StaleJob {
  id: string;
  createdAt: Date;
}

/**
 * Ends jobs whose process died without a repeated step, and closes scenes that were left open.
 * Fetches and shows results that a provider has finished since; all other jobs fail.
 * @returns how many jobs and scenes it ended
 */
export async function reapStaleJobs(
  staleAfter = staleAfterMinutes,
): Promise<{ jobs: number; rescued: number; scenes: number }> {
  const stale = await findStaleJobs(staleAfter);
  const until = Date.now() + fetchBudgetMs;
  let rescued = 0;
  for (const job of stale) {
    const outcome = Date.now() < until ? await recoverJob(job) : "later";
    if (outcome === "shown") rescued += 1;
    else if (outcome === null) await failJob(job.id, undefined, true);
    else if (outcome !== "later") await failJob(job.id, outcome);
  }
  return { jobs: stale.length, rescued, scenes: await closeAbandonedScenes() };
}

/**
 * A queued job sends no heartbeat, but its queue moves: the writer or painter works for the same
 * author, or for another author who had to wait. If later jobs begin immediately, there is no
 * queue, and a job that has not begun is lost.
 */
const findStaleJobs = (staleAfter: typeof staleAfterMinutes) => db.$queryRaw<StaleJob[]>`
  WITH at_work AS (
    SELECT kind, owner_id, created_at, started_at FROM job
    WHERE status IN ('queued', 'processing')
      AND heartbeat_at > now() - make_interval(mins => ${staleAfter.processing})
    UNION ALL
    SELECT kind, owner_id, created_at, started_at FROM job
    WHERE finished_at > now() - make_interval(mins => ${staleAfter.processing})
      AND heartbeat_at > now() - make_interval(mins => ${staleAfter.processing})
  )
  SELECT id, created_at AS "createdAt" FROM job j
  WHERE (status = 'processing'
      AND coalesce(heartbeat_at, created_at) < now() - make_interval(mins => ${staleAfter.processing}))
    OR (status = 'queued'
      AND coalesce(heartbeat_at, created_at) < now() - make_interval(mins => ${staleAfter.queued})
      AND (created_at < now() - make_interval(hours => ${maxQueueHours}) OR NOT EXISTS (
        SELECT 1 FROM at_work w WHERE (w.kind = 'scene') = (j.kind = 'scene') AND (
          w.owner_id = j.owner_id
          OR w.started_at > w.created_at + make_interval(mins => ${queueGraceMinutes})))))
  ORDER BY created_at LIMIT 200`;

/**
 * @returns the reason with which a lost job fails; null keeps its own reason, where no result can
 * be fetched
 */
async function recoverJob(job: StaleJob): Promise<"shown" | "later" | Reason | null> {
  try {
    const progress = await makeMedia(job.id, { collectOnly: true });
    if (typeof progress === "object") return "later";
    if (progress) await publishMedia(job.id);
    return progress ? "shown" : null;
  } catch (error) {
    log.warn({ jobId: job.id, err: error }, "the result of a lost job could not be fetched");
    const age = Date.now() - job.createdAt.getTime();
    if (age < maxRecoveryAgeMs && (await hasOpenPrediction(job.id))) return "later";
    return error instanceof AppError ? error : null;
  }
}

/** Closes scenes that are open without an open job. */
async function closeAbandonedScenes(): Promise<number> {
  const open = await db.$queryRaw<{ id: string }[]>`
    SELECT c.id FROM scene c
    WHERE c.status = 'generating' AND c.updated_at < now() - interval '1 minute'
      AND NOT EXISTS (SELECT 1 FROM job j WHERE j.scene_id = c.id
        AND j.kind IN ('scene', 'panel_image') AND j.status IN ('queued', 'processing'))
    LIMIT 200`;
  for (const { id } of open) {
    await transact(async (tx) => {
      const scene = await lockScene(tx, id);
      if (scene?.status !== "generating") return;
      if (!(await settleScene(tx, scene))) await failScene(tx, id, failureMessages.writing);
    });
  }
  return open.length;
}

/** Provider or storage did not answer: a prediction may still have a result. */
const hasOpenPrediction = async (jobId: string) =>
  (await db.prediction.count({ where: { jobId, endedAt: null, droppedAt: null } })) > 0;
