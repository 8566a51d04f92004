/** Ends work: records failed attempts of a step, fails jobs, closes scenes. */
import "server-only";
import { expirePagesOf } from "@/lib/pages/expiry-service";
import { retryOnLockConflict, type Tx } from "@/lib/platform/db";
import type { AppError } from "@/lib/platform/errors";
import { toAppError } from "@/lib/platform/http/respond";
import type { Send } from "@/lib/platform/jobs/events";
import { abandonJobs, openJobStatus, transact } from "@/lib/platform/jobs/outbox-service";
import { log } from "@/lib/platform/log";
import type { Panel } from "@/lib/scenes/schema";
import { deleteNewEntities } from "@/lib/world/service";
import { mediaJobInput } from "../schema";
import { failureMessages, failureOf, type Reason } from "./failure-texts";
import {
  createPortraitEnded,
  isPermanent,
  markFailed,
  recordError,
  toStepError,
  unfinishedMessage,
} from "./job-service";

export interface LockedScene {
  id: string;
  storyId: string;
  sceneNumber: number;
  generation: number;
  status: "generating" | "completed" | "failed";
}

/**
 * Locks a scene until the transaction ends; null if it is deleted. All changes to a scene or its
 * panels during generation take this lock first. So if several panels finish at the same moment,
 * exactly one of them is the last.
 */
export async function lockScene(tx: Tx, sceneId: string): Promise<LockedScene | null> {
  const [row] = await tx.$queryRaw<LockedScene[]>`
    SELECT id, story_id AS "storyId", scene_number AS "sceneNumber", generation, status
    FROM scene WHERE id = ${sceneId}::uuid FOR NO KEY UPDATE`;
  return row ?? null;
}

interface PanelState {
  status: Panel["status"];
  hasImage: boolean;
}

/** The outcome of a scene whose script is complete; null while a panel is still being drawn. */
export function outcomeOf(
  panels: PanelState[],
): { status: "completed" | "failed"; errorMessage: string | null } | null {
  if (panels.some(({ status }) => status === "queued" || status === "processing")) return null;
  const failed = panels.filter(({ status }) => status === "failed").length;
  if (failed === 0) return { status: "completed", errorMessage: null };
  return panels.some(({ hasImage }) => hasImage)
    ? { status: "completed", errorMessage: failureMessages.someImages }
    : { status: "failed", errorMessage: failureMessages.images };
}

/**
 * Closes a scene when its script is complete and its last panel has ended: as completed, completed
 * with partial errors, or failed with its generation refunded. A panel that is drawn again later
 * changes the outcome in the same way. Call it under a lock of the scene.
 * @param isRetry true when the author requested the panel again: when no panel lacks a picture
 * @returns whether the scene is closed now
 */
export async function settleScene(tx: Tx, scene: LockedScene, isRetry = false): Promise<boolean> {
  const job = await sceneJobOf(tx, scene);
  // A remixed scene has no job of its own.
  const isUnwritten = job !== null && job.status !== "completed";
  if (isUnwritten && job.status !== "failed") return false;
  const { generation } = scene;
  const panels = await tx.panel.findMany({
    where: { sceneId: scene.id },
    select: {
      status: true,
      imageMediaId: true,
      _count: { select: { jobs: { where: { kind: "panel_image", generation } } } },
    },
  });
  if (isUnwritten && !isRetry && panels.some(({ _count }) => _count.jobs === 0)) return false;
  const outcome = outcomeOf(
    panels.map((panel) => ({ status: panel.status, hasImage: panel.imageMediaId !== null })),
  );
  if (!outcome || (isUnwritten && outcome.errorMessage)) return false;
  await tx.scene.update({ where: { id: scene.id }, data: outcome });
  if (job && scene.status === "generating" && outcome.status === "failed") {
    await refund(tx, job.id);
  }
  return true;
}

const sceneJobOf = (tx: Tx, { id: sceneId, generation }: LockedScene) =>
  tx.job.findFirst({
    where: { sceneId, kind: "scene", generation },
    orderBy: { createdAt: "desc" },
    select: { id: true, status: true },
  });

/** Refunds a scene generation to its author's hourly quota, once. */
export async function refund(tx: Tx, jobId: string): Promise<void> {
  await tx.quotaEntry.updateMany({
    where: { jobId, refundedAt: null },
    data: { refundedAt: new Date() },
  });
}

/**
 * Runs the body of a step for a job. It records an error on the job; a permanent error fails the
 * job at once. @throws the error in the engine's form
 */
export async function runStep<T>(jobId: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    const error = toAppError(thrown);
    log.warn({ jobId, code: error.code, err: error.details.cause ?? error }, "a step failed");
    // The database itself may be down: the engine retries either way.
    await recordStepError(jobId, error).catch((second: unknown) =>
      log.warn({ jobId, err: second }, "a failure could not be recorded"),
    );
    throw toStepError(thrown);
  }
}

/** If the scene stays locked, the job keeps the reason, and the engine fails it later. */
async function recordStepError(jobId: string, error: AppError): Promise<void> {
  if (!isPermanent(error)) return recordError(jobId, error);
  try {
    await failJob(jobId, error);
  } catch (second) {
    await recordError(jobId, error);
    throw second;
  }
}

/**
 * Fails a job for good: sets its public reason, marks the panel or scene, and refunds a scene's
 * generation once, if its script failed or one of its pictures was lost. Idempotent.
 * @param reason defaults to the error recorded on the job
 * @param isLost whether the process or the engine died during the work
 */
export async function failJob(
  jobId: string,
  reason?: Reason,
  isLost = reason?.details?.lost ?? false,
): Promise<void> {
  const storyId = await retryOnLockConflict(() =>
    transact((tx, send) => fail(tx, send, jobId, { reason, isLost })),
  );
  if (storyId) await expirePagesOf(storyId);
}

/** @returns the story whose pages show the failure; null where nothing visible changed */
async function fail(
  tx: Tx,
  send: Send,
  jobId: string,
  { reason, isLost }: { reason: Reason | undefined; isLost: boolean },
): Promise<string | null> {
  const job = await tx.job.findUnique({ where: { id: jobId } });
  if (!job) return null;
  const { errorCode, errorMessage } = job;
  const recorded = errorCode && errorMessage ? { code: errorCode, message: errorMessage } : null;
  const cause = reason ?? (recorded as Reason | null);
  const why = toPublicReason(job.kind, cause);
  const scene = job.sceneId ? await lockScene(tx, job.sceneId) : null;
  if (!(await markFailed(tx, jobId, why))) return null;
  if (job.kind === "scene") await refund(tx, jobId);
  if (job.kind === "character_image" || job.kind === "location_image")
    send(createPortraitEnded(job));
  // A job of an earlier generation does not affect the current one.
  if (!scene || scene.generation !== job.generation) return null;
  // A failed take leaves scene and panel as they are.
  if (job.kind === "image" || job.kind === "video") return null;
  if (job.kind === "scene") {
    await failScene(tx, scene.id, why.message);
    await removeNewEntities(tx, send, scene, job.createdAt);
    // The last panel may have been drawn before.
    await settleScene(tx, scene);
  }
  if (job.kind === "panel_image" && job.panelId) {
    const { isRetry } = mediaJobInput.parse(job.input);
    await failPanel(tx, job.panelId, why, isRetry);
    const isRefunded = !isRetry && (isLost || !cause);
    const sceneJob = isRefunded && (await sceneJobOf(tx, scene));
    if (sceneJob) await refund(tx, sceneJob.id);
    await settleScene(tx, scene);
  }
  return scene.storyId;
}

/**
 * Deletes the entities that a failed script added to the story, except those that a panel shows.
 */
async function removeNewEntities(
  tx: Tx,
  send: Send,
  scene: LockedScene,
  since: Date,
): Promise<void> {
  for (const kind of ["character", "location"] as const) {
    await deleteNewEntities(tx, kind, { ...scene, since }, (ids) =>
      abandonJobs(tx, send, { [`${kind}Id`]: { in: ids } }),
    );
  }
}

function toPublicReason(kind: Parameters<typeof failureOf>[0], reason: Reason | null): Reason {
  const unfinished = { code: "image_failed", message: unfinishedMessage } as const;
  const unwritten = { code: "writer_failed", message: failureMessages.writing } as const;
  return failureOf(kind, reason ?? (kind === "scene" ? unwritten : unfinished));
}

/**
 * Handles a script that failed. A scene that still has all its earlier pictures stays readable and
 * carries the reason; any other scene fails.
 */
export async function failScene(tx: Tx, sceneId: string, message: string): Promise<void> {
  const abandoned = {
    sceneId,
    status: openJobStatus,
    jobs: { none: { kind: "panel_image" as const, status: openJobStatus } },
  };
  await tx.panel.updateMany({
    where: { ...abandoned, imageMediaId: { not: null } },
    data: { status: "completed" },
  });
  await tx.panel.updateMany({
    where: abandoned,
    data: { status: "failed", errorMessage: message },
  });
  const panels = await tx.panel.findMany({ where: { sceneId }, select: { imageMediaId: true } });
  const hasAllPictures =
    panels.length > 0 && panels.every(({ imageMediaId }) => imageMediaId !== null);
  await tx.scene.update({
    where: { id: sceneId },
    data: { status: hasAllPictures ? "completed" : "failed", errorMessage: message },
  });
}

/**
 * Marks a panel as failed. If its author asked for a new picture, the earlier one stays; if the
 * author has chosen another picture since, nothing is marked.
 */
async function failPanel(tx: Tx, panelId: string, why: Reason, isRetry: boolean): Promise<void> {
  const panel = await tx.panel.findUnique({ where: { id: panelId } });
  if (!panel || panel.status === "completed") return;
  const keepsPicture = isRetry && panel.imageMediaId !== null;
  await tx.panel.update({
    where: { id: panelId },
    data: keepsPicture
      ? { status: "completed" }
      : {
          status: "failed",
          errorMessage: why.message,
          isContentFlag: why.code === "content_flagged",
        },
  });
}
