/** How far a scene, a picture or a video is. */
import "server-only";
import { authoredBy } from "@/lib/platform/auth/ownership";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";
import { getScene, sceneRefusal } from "@/lib/scenes/queries";
import type { Scene } from "@/lib/scenes/schema";
import { listEntities } from "@/lib/world/queries";
import { sentences } from "./jobs/failure-texts";
import {
  type ImageJob,
  imageJobDto,
  paintJobInput,
  paintJobResult,
  type SceneProgress,
  type VideoJob,
  videoTakeResult,
} from "./schema";

/** How much of the way is the writing; the rest are the pictures. */
const writingShare = 30;
/** What a panel counts that is being painted. */
const halfDone = 0.3;

/**
 * How far a scene is, for its author.
 * @throws AppError `not_found`, `forbidden`
 */
export async function sceneProgress(viewer: Viewer, sceneId: string): Promise<SceneProgress> {
  const row = await db.scene.findFirst({
    where: { id: sceneId, story: authoredBy(viewer) },
    select: { generation: true },
  });
  if (!row) throw await sceneRefusal(sceneId);
  const [scene, job] = await Promise.all([
    getScene(viewer, sceneId),
    db.job.findFirst({
      where: { sceneId, kind: "scene", generation: row.generation },
      orderBy: { createdAt: "desc" },
    }),
  ]);
  const isGenerating = scene.status === "generating";
  const hasError = scene.status === "failed" || (!isGenerating && job?.status === "failed");
  const failedPanels = scene.panels.filter(({ status }) => status === "failed").length;
  const hasPartialErrors = !isGenerating && !hasError && failedPanels > 0;
  const partly = `Scene completed but ${scene.errorMessage ?? sentences.someImages}`;
  return {
    scene,
    progress: isGenerating ? progressOf(scene, job?.progress ?? 0) : 100,
    isGenerating,
    isComplete: scene.status === "completed" && !hasError,
    hasError,
    hasPartialErrors,
    errorMessage: hasPartialErrors ? partly : scene.errorMessage,
    ...(await newcomers(viewer, scene, job?.createdAt)),
  };
}

function progressOf(scene: Scene, written: number): number {
  const share = (status: string) =>
    status === "completed" || status === "failed" ? 1 : status === "processing" ? halfDone : 0;
  const painted = scene.panels.reduce((sum, panel) => sum + share(panel.status), 0);
  const pictures = scene.panels.length > 0 ? painted / scene.panels.length : 0;
  return Math.min(99, Math.round((written / 100) * writingShare + pictures * (100 - writingShare)));
}

async function newcomers(viewer: Viewer, scene: Scene, since: Date | undefined) {
  if (!since) return { newCharacters: [], newLocations: [] };
  const [newCharacters, newLocations] = await Promise.all(
    (["character", "location"] as const).map(async (kind) =>
      (await listEntities(viewer, kind, scene.storyId)).filter(
        (entity) =>
          entity.firstAppearance === scene.sceneNumber && new Date(entity.createdAt) >= since,
      ),
    ),
  );
  return { newCharacters: newCharacters ?? [], newLocations: newLocations ?? [] };
}

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
  const video = videoTakeResult.safeParse(job.result);
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
