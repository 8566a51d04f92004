/** How work ends: a step that goes wrong, a job that fails for good, a scene that closes. */
import "server-only";
import { retryOnLockConflict, type Tx } from "@/lib/platform/db";
import type { AppError, ErrorCode } from "@/lib/platform/errors";
import { toAppError } from "@/lib/platform/http/respond";
import type { Send } from "@/lib/platform/jobs/events";
import { transact } from "@/lib/platform/jobs/outbox-service";
import { log } from "@/lib/platform/log";
import type { Panel } from "@/lib/scenes/schema";
import { expirePagesOf } from "@/lib/stories/page-expiry-service";
import { paintJobInput } from "../schema";
import {
  failureMessages,
  panelFailure,
  portraitFailure,
  type Reason,
  sceneFailure,
  videoFailure,
} from "./failure-texts";
import {
  createPortraitEnded,
  isPermanent,
  markFailed,
  openJobStatus,
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
 * A scene, held until the transaction ends; null where it is gone. Everything that changes a scene
 * or its panels during generation takes this lock first, so that exactly one of the panels that
 * finish at the same moment is the last one.
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

/** What a scene is once its script is whole: null while a panel is still being drawn. */
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
 * Closes a scene when its script is whole and its last panel has ended: completed, completed with
 * partial errors, or failed with its generation given back. A panel drawn again later changes the
 * outcome in the same way. Call it under `lockScene`.
 * @param isRetry a panel that its author asked for again ended: a scene whose writer failed is mended
 *   where it was the last one without a picture
 * @returns whether the scene is closed now
 */
export async function settleScene(tx: Tx, scene: LockedScene, isRetry = false): Promise<boolean> {
  const job = await tx.job.findFirst({
    where: { sceneId: scene.id, kind: "scene", generation: scene.generation },
    orderBy: { createdAt: "desc" },
    select: { id: true, status: true },
  });
  // A scene that was remixed was never written here; one whose writer failed stays as it is.
  const isUnwritten = job !== null && job.status !== "completed";
  if (isUnwritten && !(isRetry && job.status === "failed")) return false;
  const panels = await tx.panel.findMany({
    where: { sceneId: scene.id },
    select: { status: true, imageMediaId: true },
  });
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

/** Gives a scene generation back to its author's hour, once. */
export async function refund(tx: Tx, jobId: string): Promise<void> {
  await tx.quotaEntry.updateMany({
    where: { jobId, refundedAt: null },
    data: { refundedAt: new Date() },
  });
}

/**
 * Runs the body of a step for a job. What goes wrong is kept on the job; what cannot get better
 * fails it at once. @throws the error in the words of the engine
 */
export async function runStep<T>(jobId: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    const error = toAppError(thrown);
    log.warn({ jobId, code: error.code, err: error.details.cause ?? error }, "a step failed");
    // The database itself may be what is away: the engine tries again either way.
    await recordStepError(jobId, error).catch((second: unknown) =>
      log.warn({ jobId, err: second }, "the failure could not be noted"),
    );
    throw toStepError(thrown);
  }
}

/** The reason stays on the job where its scene is held by others: the engine ends it then. */
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
 * Fails a job for good: its public reason on the row, the panel or scene marked, a scene's
 * generation given back once. Repeating it changes nothing.
 * @param reason what was noted on the job when it is not given
 */
export async function failJob(jobId: string, reason?: Reason): Promise<void> {
  const storyId = await retryOnLockConflict(() =>
    transact((tx, send) => fail(tx, send, jobId, reason)),
  );
  if (storyId) await expirePagesOf(storyId);
}

/** @returns the story whose pages show it; null where nothing that is shown has changed */
async function fail(tx: Tx, send: Send, jobId: string, reason?: Reason): Promise<string | null> {
  const job = await tx.job.findUnique({ where: { id: jobId } });
  if (!job) return null;
  const noted =
    job.errorCode && job.errorMessage ? toReason(job.errorCode, job.errorMessage) : null;
  const why = toPublicReason(job.kind, reason ?? noted);
  const scene = job.sceneId ? await lockScene(tx, job.sceneId) : null;
  if (!(await markFailed(tx, jobId, why))) return null;
  if (job.kind === "scene") await refund(tx, jobId);
  if (job.kind === "character_image" || job.kind === "location_image")
    send(createPortraitEnded(job));
  // Work of an earlier generation says nothing about the scene as it is now.
  if (!scene || scene.generation !== job.generation) return null;
  // What is only kept, never shown, leaves scene and panel as they are.
  if (job.kind === "image" || job.kind === "video") return null;
  if (job.kind === "scene") await failScene(tx, scene.id, why.message);
  if (job.kind === "panel_image" && job.panelId) {
    const { isRetry } = paintJobInput.parse(job.input);
    await failPanel(tx, job.panelId, why, isRetry);
    await settleScene(tx, scene);
  }
  return scene.storyId;
}

const toReason = (code: string, message: string): Reason => ({ code: code as ErrorCode, message });

function toPublicReason(kind: string, reason: Reason | null): Reason {
  if (kind === "scene") return sceneFailure(reason);
  if (kind === "video")
    return videoFailure(reason ?? { code: "video_failed", message: unfinishedMessage });
  const why = reason ?? { code: "image_failed", message: unfinishedMessage };
  return kind === "panel_image" || kind === "image" ? panelFailure(why) : portraitFailure(why);
}

/**
 * The script did not come. A scene that still has all its pictures from before stays readable and
 * carries the reason; any other has failed.
 */
export async function failScene(tx: Tx, sceneId: string, message: string): Promise<void> {
  const panels = await tx.panel.findMany({ where: { sceneId } });
  const waiting = panels
    .filter(({ status }) => status === "queued" || status === "processing")
    .map(({ id }) => id);
  const inWork = await tx.job.findMany({
    where: {
      panelId: { in: waiting },
      kind: "panel_image",
      status: openJobStatus,
    },
    select: { panelId: true },
  });
  const withOpenJob = new Set(inWork.map(({ panelId }) => panelId));
  for (const panel of panels) {
    if (!waiting.includes(panel.id) || withOpenJob.has(panel.id)) continue;
    const hasPicture = panel.imageMediaId !== null;
    await tx.panel.update({
      where: { id: panel.id },
      data: hasPicture ? { status: "completed" } : { status: "failed", errorMessage: message },
    });
  }
  const hasAllPictures =
    panels.length > 0 && panels.every(({ imageMediaId }) => imageMediaId !== null);
  await tx.scene.update({
    where: { id: sceneId },
    data: { status: hasAllPictures ? "completed" : "failed", errorMessage: message },
  });
}

/**
 * A picture that an author asked for again leaves the one before in its place, and nothing is said of
 * one in whose stead its author has chosen another meanwhile.
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
