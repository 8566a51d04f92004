/** Brings a picture to life and stores the video. */
import "server-only";
import { animator } from "@/lib/ai";
import type { AnimatedVideo } from "@/lib/ai/animator";
import { storeVideo } from "@/lib/media/service";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { storage } from "@/lib/platform/storage";
import { watched, withUsage } from "@/lib/spending/service";
import { sentences } from "../jobs/failure-texts";
import { beginAttempt, recordResult, whileAlive, withDeadline } from "../jobs/job-row-service";
import { moderate } from "../jobs/moderate";
import { GivenUpError } from "../jobs/step-error";
import { type VideoJobResult, videoJobInput, videoJobResult } from "../schema";
import { type Progress, pursue } from "./follow-order-service";
import { dropPredictions } from "./order-row-service";
import { loadSource } from "./paint-take-service";
import { storePaid } from "./store-paid";

/** Milliseconds: for one call of the animator, and for all of them with the pauses between. */
export const videoLimits = { attempt: 170_000, overall: 360_000 };

/**
 * Has the picture of a job brought to life, stores the video and records it on the job: the billed
 * part. Where the step is repeated after that, nothing is paid.
 * @returns false where nobody wants it any more
 * @throws AppError of the animator; GivenUpError where the time for all attempts is over
 */
export async function animatePicture(
  jobId: string,
  limits = videoLimits,
  { collectOnly = false } = {},
): Promise<Progress> {
  const job = await db.job.findUnique({ where: { id: jobId } });
  if (job?.kind !== "video" || job.status === "completed" || job.status === "failed") {
    return dropPredictions(jobId);
  }
  if (videoJobResult.safeParse(job.result).success) return true;
  const until = (job.startedAt?.getTime() ?? Date.now()) + limits.overall;
  const { deferred } = animator();
  if (Date.now() >= until && !collectOnly) {
    await dropPredictions(jobId);
    throw timedOut();
  }
  const { prompt, mediaId, imageUrl } = videoJobInput.parse(job.input);
  const order = async () => {
    const image = await loadSource(mediaId);
    // A video that cannot be stored, or shown, must not be paid for.
    await Promise.all([storage().check(), moderate({ jobId }, [prompt])]);
    return { image, prompt, seed: job.id };
  };
  const keep = async (made: AnimatedVideo) => {
    const stored = await storePaid(() => storeVideo(made.bytes)).catch((error: unknown) => {
      // What is no video was paid for all the same: it is not asked for again.
      const isUnusable = error instanceof AppError && error.code === "video_failed";
      throw isUnusable ? new GivenUpError("video_failed", error.message, error.details) : error;
    });
    const result: VideoJobResult = {
      mediaId: stored.id,
      videoUrl: stored.url,
      originalImageUrl: imageUrl,
      prompt,
      timestamp: new Date().toISOString(),
      model: made.model ?? animator().name,
    };
    return recordResult(jobId, result);
  };
  if (deferred) {
    const pursuit = { deferred, order, keep, patience: limits.attempt, collectOnly };
    return watched("videos", () => pursue(jobId, pursuit));
  }
  if (collectOnly) return false;
  const wanted = await order();
  const attempt = await beginAttempt(jobId);
  if (!attempt) return false;
  const limit = Math.max(1, Math.min(limits.attempt, until - Date.now()));
  const made = await withUsage({ jobId }, "videos", (onUsage) =>
    whileAlive(jobId, async (gone) => {
      try {
        const request = { ...wanted, ...attempt, onUsage };
        return await withDeadline(
          limit,
          (signal) => animator().animate({ ...request, signal }),
          gone,
        );
      } catch (error) {
        const isLate = error instanceof AppError && error.code === "ai_unavailable";
        throw isLate && Date.now() >= until ? timedOut() : error;
      }
    }),
  );
  return keep(made);
}

const timedOut = () => new GivenUpError("video_failed", sentences.videoTimedOut);
