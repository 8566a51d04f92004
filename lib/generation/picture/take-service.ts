/** Makes a take, picture or video, and stores it. */
import "server-only";
import { animator } from "@/lib/ai";
import type { AnimatedVideo } from "@/lib/ai/animator";
import { emitPictureStored } from "@/lib/media/events";
import { loadPicture } from "@/lib/media/service";
import { storeVideo } from "@/lib/media/video-service";
import { db, type Prisma } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { transact } from "@/lib/platform/jobs/outbox-service";
import { storage } from "@/lib/platform/storage";
import { aspectRatioOf } from "@/lib/scenes/aspect";
import { facesSchema } from "@/lib/scenes/panels/script";
import { withEngineStatus, withUsage } from "@/lib/spending/service";
import { failureMessages } from "../jobs/failure-texts";
import {
  beginAttempt,
  GivenUpError,
  markCompleted,
  moderate,
  recordResult,
  withDeadline,
  withHeartbeat,
} from "../jobs/job-service";
import { lockScene } from "../jobs/scene-lock-service";
import {
  imageTakeInput,
  type PaintJobResult,
  paintJobResult,
  pictureSize,
  type VideoTakeResult,
  videoTakeInput,
  videoTakeResult,
} from "../schema";
import { cancelPredictions } from "./open-prediction-service";
import { type PaintBrief, type PaintOptions, paintForJob, storeWithRetry } from "./paint-for-job";
import { panelBrief } from "./panel-service";
import { runPrediction } from "./prediction-service";
import type { Progress } from "./progress";
import { findProvenance } from "./provenance-queries";

async function loadWork(jobId: string) {
  const job = await db.job.findUnique({
    where: { id: jobId },
    include: { story: true, panel: { include: { location: true } } },
  });
  if (!job?.story || job.kind !== "image") return null;
  if (job.status === "completed" || job.status === "failed") return null;
  return { job, story: job.story, panel: job.panel };
}

type Work = NonNullable<Awaited<ReturnType<typeof loadWork>>>;

/**
 * Paints a picture that becomes a take: the billed half. False if the job has ended or is deleted.
 */
export async function paintTake(jobId: string, options: PaintOptions = {}): Promise<Progress> {
  const work = await loadWork(jobId);
  if (!work) return cancelPredictions(jobId);
  const { job, story, panel } = work;
  if (paintJobResult.safeParse(job.result).success) return true;
  const input = imageTakeInput.parse(job.input);
  const makeBrief = async () =>
    input.likePanel && panel
      ? panelBrief({ job, panel, story }, input.prompt)
      : freeBrief(work, input);
  const facesBefore = input.mediaId
    ? await facesOfSource(story.id, input.mediaId, sizeOf(work, input))
    : [];
  return paintForJob(jobId, input.prompt, makeBrief, {
    facesBefore,
    changedFrom: input.mediaId,
    ...options,
  });
}

type PictureInput = ReturnType<typeof imageTakeInput.parse>;

/** The requested size in pixels, or that of the story's panels. */
function sizeOf({ story }: Work, { width, height }: PictureInput) {
  const usual = pictureSize[aspectRatioOf(story)];
  return { width: width ?? usual.width, height: height ?? usual.height };
}

/** The brief for a picture from words alone, or for an edit of the source picture. */
async function freeBrief(work: Work, input: PictureInput): Promise<PaintBrief> {
  const { job, story } = work;
  const { prompt, mediaId } = input;
  return {
    kind: "free",
    prompt,
    artStyle: story.artStyle,
    ...sizeOf(work, input),
    seed: job.id,
    figures: [],
    ...(mediaId
      ? {
          initialImage: {
            ...(await loadSource(mediaId)),
            loadProvenance: () => findProvenance(story.id, mediaId),
          },
        }
      : {}),
    model: story.imageGenerationModel,
  };
}

/** @throws AppError `not_found` if the picture has been deleted */
async function loadSource(mediaId: string): Promise<{ bytes: Uint8Array; mediaType: string }> {
  const picture = await loadPicture(mediaId);
  if (picture) return picture;
  throw new AppError("not_found", "The picture to start from is no longer available.");
}

/**
 * Stores the result of a job, as a take of its panel if it has one; the panel's shown picture
 * stays. Idempotent.
 * @returns whether it was stored by this call
 */
export async function saveTake(jobId: string): Promise<boolean> {
  return transact(async (tx, send) => {
    const named = await tx.job.findUnique({ where: { id: jobId }, select: { sceneId: true } });
    // The scene's lock comes first, as in all transactions that delete panels.
    if (named?.sceneId && !(await lockScene(tx, named.sceneId))) return false;
    const job = await tx.job.findUnique({ where: { id: jobId } });
    const made = job && takeOf(job);
    if (!made || !(await markCompleted(tx, jobId))) return false;
    if (job.panelId) {
      await tx.take.create({
        data: { ...made, panelId: job.panelId, jobId, generation: job.generation },
      });
    }
    if (made.kind === "image") emitPictureStored(send, made.mediaId);
    return true;
  });
}

interface JobRow {
  kind: string;
  input: Prisma.JsonValue;
  result: Prisma.JsonValue;
}

/** The take for a job's result; null without a result. */
function takeOf(job: JobRow) {
  if (job.kind === "video") {
    const video = videoTakeResult.safeParse(job.result);
    if (!video.success) return null;
    const { mediaId, prompt, model } = video.data;
    const originalMediaId = videoTakeInput.parse(job.input).mediaId;
    return {
      kind: "video" as const,
      source: "generated" as const,
      mediaId,
      originalMediaId,
      prompt,
      model,
    };
  }
  const picture = paintJobResult.safeParse(job.result);
  if (!picture.success) return null;
  const { mediaId, prompt, model, faces } = picture.data;
  const original = imageTakeInput.parse(job.input).mediaId ?? null;
  return {
    kind: "image" as const,
    source: original ? ("edited" as const) : ("generated" as const),
    mediaId,
    originalMediaId: original,
    prompt,
    model,
    faces: faces as unknown as Prisma.InputJsonArray,
  };
}

/**
 * Positions of faces in the source picture of an edit of the given size; empty if unknown, or if
 * the other format crops the picture.
 */
async function facesOfSource(
  storyId: string,
  mediaId: string,
  size: { width: number; height: number },
): Promise<PaintJobResult["faces"]> {
  const take = await db.take.findFirst({
    where: { mediaId, panel: { scene: { storyId } }, NOT: { faces: { equals: [] } } },
    select: { faces: true, media: { select: { width: true, height: true } } },
  });
  if (!take?.media.width || !take.media.height) return [];
  const stretch = take.media.width / take.media.height / (size.width / size.height);
  return Math.abs(stretch - 1) < 0.02 ? facesSchema.parse(take.faces) : [];
}

/**
 * Milliseconds: for one call of the animator, and for all attempts with the pauses between them.
 */
export const videoTimeouts = { attempt: 170_000, overall: 360_000 };
type VideoOptions = Partial<typeof videoTimeouts> & { collectOnly?: boolean };

/**
 * Animates the picture of a job, stores the video and records it on the job: the billed half. A
 * step that is repeated afterwards pays nothing.
 * @returns false if the job has ended or is deleted
 * @throws AppError of the animator; GivenUpError if the time for all attempts is over
 */
export async function animateTake(
  jobId: string,
  {
    attempt: patience = videoTimeouts.attempt,
    overall = videoTimeouts.overall,
    collectOnly = false,
  }: VideoOptions = {},
): Promise<Progress> {
  const job = await db.job.findUnique({ where: { id: jobId } });
  if (job?.kind !== "video" || job.status === "completed" || job.status === "failed") {
    return cancelPredictions(jobId);
  }
  if (videoTakeResult.safeParse(job.result).success) return true;
  const until = (job.startedAt?.getTime() ?? Date.now()) + overall;
  const isOver = Date.now() >= until && !collectOnly;
  const { deferred } = animator();
  const { prompt, mediaId, imageUrl } = videoTakeInput.parse(job.input);
  const makeBrief = async () => {
    const image = await loadSource(mediaId);
    // The app must not pay for a video that it cannot store or show.
    await Promise.all([storage().check(), moderate({ jobId }, [prompt])]);
    return { image, prompt, seed: job.id };
  };
  const storeResult = async (made: AnimatedVideo) => {
    const model = made.model ?? animator().name;
    const store = () => storeVideo(made.bytes, { agent: model, startedFrom: mediaId });
    const stored = await storeWithRetry(store).catch((error: unknown) => {
      // The provider charges for an invalid video too, so the app does not request it again.
      const isUnusable = error instanceof AppError && error.code === "video_failed";
      throw isUnusable ? new GivenUpError("video_failed", error.message, error.details) : error;
    });
    const result: VideoTakeResult = {
      mediaId: stored.id,
      videoUrl: stored.url,
      originalImageUrl: imageUrl,
      prompt,
      timestamp: new Date().toISOString(),
      model,
    };
    return recordResult(jobId, result);
  };
  if (deferred) {
    const run = {
      deferred,
      makeBrief,
      keep: storeResult,
      patience,
      collectOnly: collectOnly || isOver,
    };
    const outcome = withEngineStatus("videos", () => runPrediction(jobId, run));
    if (!isOver) return outcome;
    // A prediction that finished unnoticed is paid for, so it is polled one last time.
    const last = await outcome.catch((error: unknown) => {
      if (!isUnanswered(error)) throw error;
    });
    if (last === true) return true;
  }
  if (isOver) {
    await cancelPredictions(jobId);
    throw timeoutError();
  }
  if (collectOnly) return false;
  const brief = await makeBrief();
  const attempt = await beginAttempt(jobId);
  if (!attempt) return false;
  const limit = Math.max(1, Math.min(patience, until - Date.now()));
  const made = await withUsage({ jobId }, "videos", (onUsage) =>
    withHeartbeat(jobId, async (gone) => {
      try {
        const request = { ...brief, ...attempt, onUsage };
        return await withDeadline(
          limit,
          (signal) => animator().animate({ ...request, signal }),
          gone,
        );
      } catch (error) {
        throw isUnanswered(error) && Date.now() >= until ? timeoutError() : error;
      }
    }),
  );
  return storeResult(made);
}

const isUnanswered = (error: unknown) =>
  error instanceof AppError && error.code === "ai_unavailable";
const timeoutError = () => new GivenUpError("video_failed", failureMessages.videoTimedOut);
