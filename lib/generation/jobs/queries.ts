/** How far the job of a picture or a video is. */
import "server-only";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";
import {
  type ImageJob,
  imageJobDto,
  paintJobInput,
  paintJobResult,
  type VideoJob,
  videoJobResult,
} from "../schema";
import { sentences } from "./failure-texts";

/** Whether any work is open: what nobody waits for can give way to it. */
export const isAnythingPainted = async (): Promise<boolean> =>
  (await db.job.findFirst({
    where: { status: { in: ["queued", "processing"] } },
    select: { id: true },
  })) !== null;

/**
 * A job that makes one picture, for whoever asked for it.
 * @throws AppError `not_found`
 */
export async function imageJob(viewer: Viewer, jobId: string): Promise<ImageJob> {
  const job = await ownJob(viewer, jobId);
  const type = imageJobDto.shape.type.safeParse(job?.kind);
  if (!job || !type.success) throw notFound("job");
  const picture = paintJobResult.safeParse(job.result);
  const isDone = job.status === "completed" && picture.success;
  return {
    jobId: job.id,
    status: job.status,
    progress: job.progress,
    type: type.data,
    result: isDone
      ? {
          imageUrl: picture.data.imageUrl,
          prompt: paintJobInput.parse(job.input).prompt,
          timestamp: picture.data.timestamp,
        }
      : null,
    error: job.status === "failed" ? (job.errorMessage ?? sentences.image) : null,
  };
}

/**
 * A job that makes a video, for whoever asked for it.
 * @throws AppError `not_found`
 */
export async function videoJob(viewer: Viewer, jobId: string): Promise<VideoJob> {
  const job = await ownJob(viewer, jobId);
  if (job?.kind !== "video") throw notFound("job");
  const video = videoJobResult.safeParse(job.result);
  const isDone = job.status === "completed" && video.success;
  return {
    jobId: job.id,
    status: job.status,
    progress: job.progress,
    type: "video",
    result: isDone
      ? {
          videoUrl: video.data.videoUrl,
          originalImageUrl: video.data.originalImageUrl,
          isLocallyStored: true,
        }
      : null,
    error: job.status === "failed" ? (job.errorMessage ?? sentences.video) : null,
  };
}

const ownJob = (viewer: Viewer, jobId: string) =>
  db.job.findFirst({
    where: { id: jobId, ...(viewer.isAdministrator ? {} : { ownerId: viewer.id }) },
  });
