/** Paints or changes a picture that is only kept, and keeps it. */
import "server-only";
import { tellStored } from "@/lib/media/events";
import { loadPicture } from "@/lib/media/service";
import { db, type Prisma } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { transact } from "@/lib/platform/jobs/outbox-service";
import { lockScene } from "../jobs/close-scene-service";
import { endAsCompleted } from "../jobs/job-row-service";
import {
  facesSchema,
  type PaintJobResult,
  paintJobResult,
  pictureJobInput,
  videoJobInput,
  videoJobResult,
} from "../schema";
import type { Progress } from "./follow-order-service";
import { dropPredictions } from "./order-row-service";
import { type PaintOptions, type PaintOrder, paintForJob } from "./paint-for-job";
import { aspectOf, orderOf } from "./paint-panel-service";
import { pictureSize } from "./references";

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
export async function paintPicture(jobId: string, options: PaintOptions = {}): Promise<Progress> {
  const work = await loadWork(jobId);
  if (!work) return dropPredictions(jobId);
  const { job, story, panel } = work;
  if (paintJobResult.safeParse(job.result).success) return true;
  const input = pictureJobInput.parse(job.input);
  const makeOrder = async () =>
    input.likePanel && panel
      ? orderOf({ job, panel, story }, input.prompt)
      : freeOrder(work, input);
  const facesBefore = input.mediaId
    ? await facesOfSource(story.id, input.mediaId, sizeOf(work, input))
    : [];
  return paintForJob(jobId, input.prompt, makeOrder, { facesBefore, ...options });
}

type PictureInput = ReturnType<typeof pictureJobInput.parse>;

/** Pixels as they were asked for, else those of the story's panels. */
function sizeOf({ story }: Work, { width, height }: PictureInput) {
  const usual = pictureSize[aspectOf(story)];
  return { width: width ?? usual.width, height: height ?? usual.height };
}

/** A picture from words alone, or a change of the picture it starts from. */
async function freeOrder(work: Work, input: PictureInput): Promise<PaintOrder> {
  const { job, story } = work;
  const { prompt, mediaId } = input;
  return {
    kind: "free",
    prompt,
    artStyle: story.artStyle,
    ...sizeOf(work, input),
    seed: job.id,
    figures: [],
    ...(mediaId ? { initialImage: await loadSource(mediaId) } : {}),
    model: story.imageGenerationModel,
  };
}

/** @throws AppError `not_found` where the picture was deleted meanwhile */
export async function loadSource(
  mediaId: string,
): Promise<{ bytes: Uint8Array; mediaType: string }> {
  const picture = await loadPicture(mediaId);
  if (picture) return picture;
  throw new AppError("not_found", "The picture to start from is not there any more.");
}

/**
 * Keeps what a job has made: a take more of its panel, where it has one. The panel goes on showing
 * what it shows. Repeating it changes nothing.
 * @returns whether it is kept now
 */
export async function keepTake(jobId: string): Promise<boolean> {
  return transact(async (tx, send) => {
    const named = await tx.job.findUnique({ where: { id: jobId }, select: { sceneId: true } });
    // The scene first, as everything that deletes panels holds it.
    if (named?.sceneId && !(await lockScene(tx, named.sceneId))) return false;
    const job = await tx.job.findUnique({ where: { id: jobId } });
    const made = job && takeOf(job);
    if (!made || !(await endAsCompleted(tx, jobId))) return false;
    if (job.panelId) {
      await tx.take.create({
        data: { ...made, panelId: job.panelId, jobId, generation: job.generation },
      });
    }
    if (made.kind === "image") tellStored(send, made.mediaId);
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
    const video = videoJobResult.safeParse(job.result);
    if (!video.success) return null;
    const { mediaId, prompt, model } = video.data;
    const originalMediaId = videoJobInput.parse(job.input).mediaId;
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
  const original = pictureJobInput.parse(job.input).mediaId ?? null;
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
