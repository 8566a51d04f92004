/** Makes the picture or video of a job, whatever it shows: the paid half. */
import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import type { z } from "zod";
import { animator, painter, vision } from "@/lib/ai";
import type { AnimatedVideo } from "@/lib/ai/animator";
import type { PaintedImage } from "@/lib/ai/painter";
import { unusablePictureError } from "@/lib/ai/pictures";
import { storePicture } from "@/lib/media/service";
import { storeVideo } from "@/lib/media/video-service";
import { brand } from "@/lib/platform/brand";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { storage } from "@/lib/platform/storage";
import { contractLines, contractUnder } from "@/lib/scenes/panels/contract";
import { facesSchema } from "@/lib/scenes/panels/script";
import { withUsage } from "@/lib/spending/service";
import { failureMessages } from "../jobs/failure-texts";
import {
  GivenUpError,
  isPermanent,
  moderate,
  recordResult,
  updateResult,
  withDeadline,
} from "../jobs/job-service";
import {
  type MediaJobInput,
  type MediaJobResult,
  mediaJobInput,
  mediaJobResult,
  mediaRequestRecord,
} from "../schema";
import { findOpenJob, loadSource, type MediaJob, planOf, sizeOf } from "./picture-jobs-queries";
import { cancelPredictions, settlePrediction } from "./prediction-service";
import { type Made, type Pending, runProviderCall } from "./provider-call-service";
import { repairSpot } from "./repair";

/** True: made and stored. False: the job has ended or is deleted. */
export type Progress = boolean | Pending;

/**
 * Milliseconds: for one attempt, and for all attempts at a video with the pauses between them.
 */
export const timeouts = { picture: 240_000, video: 170_000, allVideos: 360_000 };

interface MakeOptions {
  /** Takes an existing result and pays for nothing: false if there is none. */
  collectOnly?: boolean;
  limits?: typeof timeouts;
}

/**
 * Makes what a job wants, stores it and records it on the job. A step that is repeated afterwards
 * finds it and does not pay again.
 * @returns false if the job has ended or is deleted; Pending while the provider works: call again
 * then
 * @throws AppError of the provider, or `image_failed` if it sent no valid picture
 */
export async function makeMedia(jobId: string, options: MakeOptions = {}): Promise<Progress> {
  await painter().prepare?.();
  const job = await findOpenJob(jobId);
  if (!job) return cancelPredictions(jobId);
  if (mediaJobResult.safeParse(job.result).success) return true;
  const input = mediaJobInput.parse(job.input);
  return job.kind === "video" ? animate(job, input, options) : paint(job, input, options);
}

async function paint(
  job: MediaJob,
  input: MediaJobInput,
  { collectOnly = false, limits = timeouts }: MakeOptions,
): Promise<Progress> {
  if (job.kind === "panel_image") {
    await db.panel.updateMany({
      where: { id: job.panelId ?? "", status: "queued" },
      data: { status: "processing" },
    });
  }
  const call = {
    jobId: job.id,
    medium: "image",
    deadline: limits.picture,
    collectOnly,
    makeRequest: async () => {
      const { brief, madeWith } = await planOf(job);
      const { figures, location, artStyle } = brief;
      const shown = [...figures, ...(location ? [location] : [])];
      const clothes = figures.map(({ outfit }) => outfit?.description || (outfit?.name ?? ""));
      const looks = [...shown.map((one) => one.description), ...clothes].filter(Boolean);
      const contract = contractUnder(job.panel?.contract, input.prompt);
      const lines = contract ? contractLines(contract, input.prompt) : [];
      await checkBeforePaying(job, [input.prompt, ...lines, artStyle, ...looks]);
      const record = { ...(madeWith && { madeWith }), hasMask: brief.mask !== undefined };
      if (madeWith || input.mask) await updateResult(job.id, record);
      return brief;
    },
  } as const;
  const painted = await runProviderCall(call, painter());
  return keep(painted, (picture) => keepPicture(job, input, picture));
}

/**
 * Stores what a call made, and ends the call. Where storing fails for a while, the call's row stays
 * open: the next step collects the result again.
 */
async function keep<Result>(
  made: Made<Result> | Pending | false,
  store: (result: Result) => Promise<boolean>,
): Promise<Progress> {
  if (!made || "lookInSeconds" in made) return made;
  const { result, attemptId, usage } = made;
  const isStored = await store(result).catch(async (error: unknown) => {
    if (isPermanent(error)) await settlePrediction(attemptId, usage);
    throw error;
  });
  await settlePrediction(attemptId, usage);
  return isStored;
}

/** The app must not pay for what it cannot store or show. */
const checkBeforePaying = (job: MediaJob, texts: string[]) =>
  Promise.all([storage().check(), moderate({ jobId: job.id }, texts)]);

async function keepPicture(
  job: MediaJob,
  input: MediaJobInput,
  sent: PaintedImage,
): Promise<boolean> {
  const { name, demo, vendor } = painter();
  const { madeWith, hasMask } = await retryStoring(() => recordedRequest(job.id));
  // Requests of earlier versions recorded no mask.
  const hadMask = hasMask ?? painter().takesMask?.(job.story.imageGenerationModel) ?? false;
  const painted = await blendRepair(input, sent, hadMask);
  const model = painted.model ?? name;
  const from = {
    origin: demo ? "drawn" : "model",
    agent: demo ? `${brand.name} demo studio` : [vendor, model].filter(Boolean).join(": "),
    madeBy: model,
    ...(input.mediaId && { changedFrom: input.mediaId }),
    isLossless: input.mask !== undefined,
  } as const;
  const picture = await retryStoring(() => storePicture(painted.bytes, from)).catch(
    (error: unknown) => {
      if (!(error instanceof AppError) || error.code !== "invalid_image") throw error;
      throw unusablePictureError(error.details.cause);
    },
  );
  const references = (madeWith?.references ?? []).slice(0, painted.carried);
  const note = [madeWith?.note, painted.note].filter(Boolean).join(" ");
  const known = painted.faces.length > 0 ? painted.faces : await facesBefore(job, input);
  const result: MediaJobResult = {
    mediaId: picture.id,
    model,
    ...((madeWith || note) && {
      madeWith: { basis: {}, ...madeWith, references, ...(note && { note }) },
    }),
    faces: facesSchema.parse(known),
  };
  const record = (made: MediaJobResult) => retryStoring(() => recordResult(job.id, made));
  if (!(await record(result))) return false;
  if (result.faces.length > 0) return true;
  const faces = await detectFaces(job, painted);
  return faces.length === 0 || record({ ...result, faces });
}

/** The painted picture; for a repair, the source picture with the painted spot. */
async function blendRepair({ mask, mediaId }: MediaJobInput, sent: PaintedImage, hadMask: boolean) {
  if (!mask || !mediaId) return sent;
  const { bytes } = await loadSource(mediaId);
  return repairSpot(sent, bytes, mask, hadMask);
}

/** What the job's latest request carried. */
async function recordedRequest(jobId: string): Promise<z.infer<typeof mediaRequestRecord>> {
  const job = await db.job.findUnique({ where: { id: jobId }, select: { result: true } });
  return mediaRequestRecord.safeParse(job?.result).data ?? {};
}

/**
 * Positions of faces in the source picture of an edit, for painters that do not report faces; empty
 * if unknown, or if the other format crops the picture.
 */
async function facesBefore(job: MediaJob, input: MediaJobInput): Promise<MediaJobResult["faces"]> {
  const { mediaId } = input;
  if (!mediaId) return [];
  const take = await db.take.findFirst({
    where: { mediaId, panel: { scene: { storyId: job.story.id } }, NOT: { faces: { equals: [] } } },
    select: { faces: true, media: { select: { width: true, height: true } } },
  });
  if (!take?.media.width || !take.media.height) return [];
  if (input.mask) return facesSchema.parse(take.faces);
  const size = sizeOf(job, input);
  const stretch = take.media.width / take.media.height / (size.width / size.height);
  return Math.abs(stretch - 1) < 0.02 ? facesSchema.parse(take.faces) : [];
}

/** Milliseconds after which a panel stops waiting for face detection. */
const faceDetectionDeadline = 10_000;

/**
 * Detects faces in a panel's picture, if a vision provider is configured. Bubbles can be placed
 * without faces, so an error is only logged.
 */
async function detectFaces(job: MediaJob, { bytes }: PaintedImage): Promise<PaintedImage["faces"]> {
  const detector = vision();
  if (!detector) return [];
  try {
    const { kind, figures: people } = (await planOf(job)).brief;
    if (kind !== "panel" || people.length === 0) return [];
    return await withUsage({ jobId: job.id }, "vision", (onUsage) =>
      withDeadline(faceDetectionDeadline, (signal) =>
        detector.detectFaces({ picture: bytes, people, signal, onUsage }),
      ),
    );
  } catch (error) {
    log.warn({ jobId: job.id, err: error }, "face detection failed");
    return [];
  }
}

const initialDelayMs = 500;
const maxDelayMs = 8_000;

/**
 * Stores or records what a provider sent. It is paid for, so a storage or database outage is
 * retried; an invalid picture or video is not.
 */
async function retryStoring<T>(store: () => Promise<T>): Promise<T> {
  for (let wait = initialDelayMs; ; wait *= 2) {
    try {
      return await store();
    } catch (error) {
      const isUnusable =
        error instanceof AppError &&
        (error.code === "invalid_image" || error.code === "video_failed");
      if (isUnusable || wait > maxDelayMs) throw error;
      await pause(wait);
    }
  }
}

/** @throws AppError of the animator; GivenUpError if the time for all attempts is over */
async function animate(
  job: MediaJob,
  { prompt, mediaId = "" }: MediaJobInput,
  { collectOnly = false, limits = timeouts }: MakeOptions,
): Promise<Progress> {
  const until = (job.startedAt?.getTime() ?? Date.now()) + limits.allVideos;
  const isTimeOver = () => !collectOnly && Date.now() >= until;
  const isLastLook = isTimeOver();
  const call = {
    jobId: job.id,
    medium: "video",
    deadline: limits.video,
    until,
    // A prediction that finished unnoticed is paid for, so it is polled one last time.
    collectOnly: collectOnly || isLastLook,
    makeRequest: async () => {
      const image = await loadSource(mediaId);
      await checkBeforePaying(job, [prompt]);
      return { image, prompt, seed: job.id };
    },
  } as const;
  try {
    const animated = await runProviderCall(call, animator());
    const progress = await keep(animated, (video) => keepVideo(job, mediaId, video));
    if (!isLastLook || progress === true) return progress;
  } catch (error) {
    const isUnanswered = error instanceof AppError && error.code === "ai_unavailable";
    if (!isUnanswered || !isTimeOver()) throw error;
  }
  await cancelPredictions(job.id);
  throw new GivenUpError("video_failed", failureMessages.videoTimedOut);
}

async function keepVideo(
  job: MediaJob,
  startedFrom: string,
  made: AnimatedVideo,
): Promise<boolean> {
  const model = made.model ?? animator().name;
  const from = { agent: model, startedFrom };
  const stored = await retryStoring(() => storeVideo(made.bytes, from)).catch((error: unknown) => {
    // The provider charges for an invalid video too, so the app does not request it again.
    const isUnusable = error instanceof AppError && error.code === "video_failed";
    throw isUnusable ? new GivenUpError(error.code, error.message, error.details) : error;
  });
  const result: MediaJobResult = { mediaId: stored.id, model, faces: [] };
  return recordResult(job.id, result);
}
