/** Makes a picture or a video that is only kept, and keeps it. */
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
import { facesSchema } from "@/lib/scenes/panel-script";
import { withEngineStatus, withUsage } from "@/lib/spending/service";
import { lockScene } from "../jobs/completion-service";
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

/** Has a picture painted that is only kept: the billed part. False where nobody wants it any more. */
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

/** Pixels as they were asked for, else those of the story's panels. */
function sizeOf({ story }: Work, { width, height }: PictureInput) {
  const usual = pictureSize[aspectRatioOf(story)];
  return { width: width ?? usual.width, height: height ?? usual.height };
}

/** A picture from words alone, or a change of the picture it starts from. */
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

/** @throws AppError `not_found` where the picture was deleted meanwhile */
async function loadSource(mediaId: string): Promise<{ bytes: Uint8Array; mediaType: string }> {
  const picture = await loadPicture(mediaId);
  if (picture) return picture;
  throw new AppError("not_found", "The picture to start from is no longer available.");
}

/**
 * Keeps what a job has made: a take more of its panel, where it has one. The panel goes on showing
 * what it shows. Repeating it changes nothing.
 * @returns whether it is kept now
 */
export async function saveTake(jobId: string): Promise<boolean> {
  return transact(async (tx, send) => {
    const named = await tx.job.findUnique({ where: { id: jobId }, select: { sceneId: true } });
    // The scene first, as everything that deletes panels holds it.
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

/** The take that a job's result makes; null where there is no result. */
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
 * Where heads are in a picture that is changed into one of the given size; nothing where that is
 * unknown, or where another format cuts off parts of it.
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

/** Milliseconds: for one call of the animator, and for all of them with the pauses between. */
export const videoTimeouts = { attempt: 170_000, overall: 360_000 };
type VideoOptions = Partial<typeof videoTimeouts> & { collectOnly?: boolean };

/**
 * Has the picture of a job brought to life, stores the video and records it on the job: the billed
 * part. Where the step is repeated after that, nothing is paid.
 * @returns false where nobody wants it any more
 * @throws AppError of the animator; GivenUpError where the time for all attempts is over
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
    // A video that cannot be stored, or shown, must not be paid for.
    await Promise.all([storage().check(), moderate({ jobId }, [prompt])]);
    return { image, prompt, seed: job.id };
  };
  const storeResult = async (made: AnimatedVideo) => {
    const model = made.model ?? animator().name;
    const store = () => storeVideo(made.bytes, { agent: model, startedFrom: mediaId });
    const stored = await storeWithRetry(store).catch((error: unknown) => {
      // What is no video was paid for all the same: it is not asked for again.
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
    // What was finished unseen is paid for, so there is a last look.
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
