/** A step that goes wrong, and a job that fails for good. */
import "server-only";
import type { Tx } from "@/lib/platform/db";
import type { ErrorCode } from "@/lib/platform/errors";
import { toAppError } from "@/lib/platform/http/respond";
import { transact } from "@/lib/platform/jobs/outbox-service";
import { log } from "@/lib/platform/log";
import { expirePagesOf } from "@/lib/stories/pages-service";
import { paintJobInput } from "../schema";
import { lockScene, refund, settleScene } from "./close-scene-service";
import { portraitEndedOf } from "./events";
import {
  panelFailure,
  portraitFailure,
  type Reason,
  sceneFailure,
  videoFailure,
} from "./failure-texts";
import { endAsFailed, noteError, unfinished } from "./job-row-service";
import { isPermanent, toStepError } from "./step-error";

/**
 * Runs the body of a step for a job. What goes wrong is kept on the job; what cannot get better
 * fails it at once. @throws the error in the words of the engine
 */
export async function stepOf<T>(jobId: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    const error = toAppError(thrown);
    log.warn({ jobId, code: error.code, err: error.details.cause ?? error }, "a step failed");
    // The database itself may be what is away: the engine tries again either way.
    await (isPermanent(error) ? failJob(jobId, error) : noteError(jobId, thrown)).catch(
      (second: unknown) => log.warn({ jobId, err: second }, "the failure could not be noted"),
    );
    throw toStepError(thrown);
  }
}

/**
 * Fails a job for good: its public reason on the row, the panel or scene marked, a scene's
 * generation given back once. Repeating it changes nothing.
 * @param reason what was noted on the job when it is not given
 */
export async function failJob(jobId: string, reason?: Reason): Promise<void> {
  const storyId = await transact(async (tx, send) => {
    const job = await tx.job.findUnique({ where: { id: jobId } });
    if (!job) return null;
    const noted =
      job.errorCode && job.errorMessage ? noteOf(job.errorCode, job.errorMessage) : null;
    const why = inWords(job.kind, reason ?? noted);
    const scene = job.sceneId ? await lockScene(tx, job.sceneId) : null;
    if (!(await endAsFailed(tx, jobId, why))) return null;
    if (job.kind === "scene") await refund(tx, jobId);
    if (job.kind === "character_image" || job.kind === "location_image") send(portraitEndedOf(job));
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
  });
  if (storyId) await expirePagesOf(storyId);
}

const noteOf = (code: string, message: string): Reason => ({ code: code as ErrorCode, message });

function inWords(kind: string, reason: Reason | null): Reason {
  if (kind === "scene") return sceneFailure(reason);
  if (kind === "video") return videoFailure(reason ?? { code: "video_failed", message: "" });
  const why = reason ?? { code: "image_failed", message: unfinished };
  return kind === "panel_image" || kind === "image" ? panelFailure(why) : portraitFailure(why);
}

/**
 * The script did not come. A scene that still has all its pictures from before stays readable and
 * carries the reason; any other has failed.
 */
export async function failScene(tx: Tx, sceneId: string, message: string): Promise<void> {
  const panels = await tx.panel.findMany({ where: { sceneId } });
  const waiting = panels.filter(({ status }) => status === "queued").map(({ id }) => id);
  const inWork = await tx.job.findMany({
    where: {
      panelId: { in: waiting },
      kind: "panel_image",
      status: { in: ["queued", "processing"] },
    },
    select: { panelId: true },
  });
  const ordered = new Set(inWork.map(({ panelId }) => panelId));
  for (const panel of panels) {
    if (!waiting.includes(panel.id) || ordered.has(panel.id)) continue;
    const keeps = panel.imageMediaId !== null;
    await tx.panel.update({
      where: { id: panel.id },
      data: keeps ? { status: "completed" } : { status: "failed", errorMessage: message },
    });
  }
  const isWhole = panels.length > 0 && panels.every(({ imageMediaId }) => imageMediaId !== null);
  await tx.scene.update({
    where: { id: sceneId },
    data: { status: isWhole ? "completed" : "failed", errorMessage: message },
  });
}

/** A picture that an author asked for again leaves the one before in its place. */
async function failPanel(tx: Tx, panelId: string, why: Reason, isRetry: boolean): Promise<void> {
  const panel = await tx.panel.findUnique({ where: { id: panelId } });
  if (!panel) return;
  const keeps = isRetry && panel.imageMediaId !== null;
  await tx.panel.update({
    where: { id: panelId },
    data: keeps
      ? { status: "completed" }
      : {
          status: "failed",
          errorMessage: why.message,
          isContentFlag: why.code === "content_flagged",
        },
  });
}
