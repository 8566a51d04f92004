/** Paints the portrait of a character or the picture of a place, and makes it theirs. */
import "server-only";
import { tellStored } from "@/lib/media/events";
import { db, type Tx } from "@/lib/platform/db";
import { transact } from "@/lib/platform/jobs/outbox-service";
import { portraitEndedOf } from "../jobs/events";
import { endAsCompleted } from "../jobs/job-row-service";
import { type PaintJobResult, paintJobInput, paintJobResult } from "../schema";
import type { Progress } from "./follow-order-service";
import { dropPredictions } from "./order-row-service";
import { type PaintOptions, paintForJob } from "./paint-for-job";
import { toFigure } from "./references";

const portraitSize = {
  character: { width: 768, height: 1024 },
  location: { width: 1024, height: 683 },
};

async function loadWork(jobId: string) {
  const job = await db.job.findUnique({
    where: { id: jobId },
    include: { character: true, location: true, story: true },
  });
  if (!job?.story || job.status === "completed" || job.status === "failed") return null;
  if (job.kind === "character_image" && job.character) {
    return { job, story: job.story, kind: "character" as const, sheet: job.character };
  }
  if (job.kind === "location_image" && job.location) {
    return { job, story: job.story, kind: "location" as const, sheet: job.location };
  }
  return null;
}

/** Has a portrait painted: the billed part. False where nobody wants the picture any more. */
export async function paintPortrait(jobId: string, options: PaintOptions = {}): Promise<Progress> {
  const work = await loadWork(jobId);
  if (!work) return dropPredictions(jobId);
  const { job, story, kind, sheet } = work;
  if (paintJobResult.safeParse(job.result).success) return true;
  const { prompt } = paintJobInput.parse(job.input);
  // What was asked for is drawn, also where it is not what is saved.
  const figure = toFigure({ ...sheet, imagePrompt: prompt });
  const order = async () => ({
    kind,
    prompt,
    artStyle: story.artStyle,
    ...portraitSize[kind],
    seed: sheet.seed,
    figures: kind === "character" ? [figure] : [],
    ...(kind === "location" ? { location: figure } : {}),
    model: story.imageGenerationModel,
  });
  return paintForJob(jobId, prompt, order, options);
}

/** Makes the painted picture the portrait, beside those it had. Repeating it changes nothing. */
export async function showPortrait(jobId: string): Promise<void> {
  await transact(async (tx, send) => {
    const job = await tx.job.findUnique({ where: { id: jobId } });
    const picture = paintJobResult.safeParse(job?.result);
    if (!job || !picture.success) return;
    if (!(await endAsCompleted(tx, jobId))) return;
    if (job.characterId) await addToCharacter(tx, job.characterId, jobId, picture.data);
    if (job.locationId) await addToLocation(tx, job.locationId, jobId, picture.data);
    const { mediaId } = picture.data;
    tellStored(send, mediaId);
    send(portraitEndedOf(job));
  });
}

async function addToCharacter(tx: Tx, characterId: string, jobId: string, picture: PaintJobResult) {
  const { mediaId, prompt, model } = picture;
  await tx.characterImage.create({ data: { characterId, mediaId, prompt, model, jobId } });
  await tx.character.update({ where: { id: characterId }, data: { primaryMediaId: mediaId } });
}

async function addToLocation(tx: Tx, locationId: string, jobId: string, picture: PaintJobResult) {
  const { mediaId, prompt, model } = picture;
  await tx.locationImage.create({ data: { locationId, mediaId, prompt, model, jobId } });
  await tx.location.update({ where: { id: locationId }, data: { primaryMediaId: mediaId } });
}
