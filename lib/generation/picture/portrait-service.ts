/** Requests, paints and publishes the portrait of a character or the picture of a location. */
import "server-only";
import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { painter } from "@/lib/ai";
import { emitPictureStored } from "@/lib/media/events";
import { authoredBy } from "@/lib/platform/auth/ownership";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db, type Tx } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import type { Send } from "@/lib/platform/jobs/events";
import { transact } from "@/lib/platform/jobs/outbox-service";
import { lockBudget, reservePicture } from "@/lib/spending/budget-service";
import type { EntityKind } from "@/lib/world/schema";
import { entityAccessError } from "@/lib/world/service";
import {
  createPortraitEnded,
  markCompleted,
  openJobStatus,
  portraitRequested,
} from "../jobs/job-service";
import { paintJobInput, paintJobResult } from "../schema";
import { cancelPredictions } from "./open-prediction-service";
import {
  type PaintBrief,
  type PaintOptions,
  paintForJob,
  type Sheet,
  selectReferences,
  takesReferences,
  toFigure,
} from "./paint-for-job";
import type { Progress } from "./progress";

/** Serialises the requests for a portrait of one character or location. */
const lockPortrait = (tx: Tx, entityId: string) =>
  tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`portrait:${entityId}`}, 0))`;

/** Milliseconds during which only the author can request a failed portrait again. */
const retryCooldownMs = 60 * 60_000;

/**
 * Owner of a portrait, and the job of the scene that needs it, whose reservation covers its price.
 */
interface PortraitOwner {
  ownerId: string;
  storyId: string;
  jobId?: string;
}

/** Input of a portrait; if the seed is absent, the sheet's seed applies. */
type PortraitInput = Pick<z.infer<typeof paintJobInput>, "prompt" | "seed">;

/** Makes the job of a portrait and its event. @throws AppError `budget_exceeded` */
export async function createPortraitJob(
  tx: Tx,
  send: Send,
  owner: PortraitOwner,
  kind: EntityKind,
  entityId: string,
  input: PortraitInput,
): Promise<string> {
  const select = { primaryMediaId: true };
  const entity =
    kind === "character"
      ? await tx.character.findUnique({ where: { id: entityId }, select })
      : await tx.location.findUnique({ where: { id: entityId }, select });
  const job = await tx.job.create({
    data: {
      kind: kind === "character" ? "character_image" : "location_image",
      ownerId: owner.ownerId,
      storyId: owner.storyId,
      [kind === "character" ? "characterId" : "locationId"]: entityId,
      input: { ...input, before: entity?.primaryMediaId ?? null },
    },
    select: { id: true },
  });
  const { ownerId, storyId, jobId: sceneJobId } = owner;
  await reservePicture(tx, { id: job.id, ownerId, storyId }, { sceneJobId });
  send({
    ...portraitRequested.create({ jobId: job.id, ownerId: owner.ownerId }),
    id: job.id,
  });
  return job.id;
}

/**
 * Requests missing portraits that a panel's request should carry, so that characters look the same
 * from their first picture on. Does nothing if the painter supports no references.
 */
export async function requestMissingPortraits(
  tx: Tx,
  send: Send,
  owner: PortraitOwner,
  frame: { characterIds: string[]; locationId: string | null },
): Promise<void> {
  if (!takesReferences()) return;
  const story = await tx.story.findUnique({
    where: { id: owner.storyId },
    select: { imageGenerationModel: true },
  });
  const maxReferences = painter().maxReferences(story?.imageGenerationModel ?? "");
  if (maxReferences === 0) return;
  const { characterIds, locationIds } = selectReferences(frame, maxReferences);
  const missing = {
    select: { id: true, imagePrompt: true },
    // Locked in a fixed order, so that two panels cannot deadlock.
    orderBy: { id: "asc" as const },
  };
  const characters = await tx.character.findMany({
    where: { id: { in: characterIds }, primaryMediaId: null },
    ...missing,
  });
  const locations = await tx.location.findMany({
    where: { id: { in: locationIds }, primaryMediaId: null },
    ...missing,
  });
  for (const [kind, sheets] of [
    ["character", characters],
    ["location", locations],
  ] as const) {
    for (const { id, imagePrompt } of sheets) {
      await lockPortrait(tx, id);
      if (await isAlreadyRequested(tx, id)) continue;
      await createPortraitJob(tx, send, owner, kind, id, { prompt: imagePrompt });
    }
  }
}

/** Whether a portrait is on its way, has just arrived, or failed recently. */
async function isAlreadyRequested(tx: Tx, entityId: string): Promise<boolean> {
  const jobs = await tx.job.count({
    where: {
      AND: [
        { OR: [{ characterId: entityId }, { locationId: entityId }] },
        {
          OR: [
            { status: openJobStatus },
            { finishedAt: { gt: new Date(Date.now() - retryCooldownMs) } },
          ],
        },
      ],
    },
  });
  return jobs > 0;
}

/**
 * Requests a new portrait of a character or picture of a location.
 * @returns the job's id
 * @throws AppError `not_found`, `forbidden`, `conflict` while one is being painted,
 * `budget_exceeded`
 */
export async function requestPortrait(
  viewer: Viewer,
  kind: EntityKind,
  entityId: string,
  prompt: string | undefined,
): Promise<string> {
  const where = { id: entityId, story: authoredBy(viewer) };
  const found =
    kind === "character"
      ? await db.character.findFirst({ where })
      : await db.location.findFirst({ where });
  if (!found) throw await entityAccessError(kind, entityId);
  const key = kind === "character" ? { characterId: entityId } : { locationId: entityId };
  return transact(async (tx, send) => {
    await lockBudget(tx);
    await lockPortrait(tx, entityId);
    const open = { ...key, status: openJobStatus };
    if ((await tx.job.count({ where: open })) > 0) {
      throw new AppError(
        "conflict",
        `A picture of ${found.name} is being drawn already. Please wait a moment.`,
      );
    }
    const owner = { ownerId: viewer.id, storyId: found.storyId };
    return createPortraitJob(tx, send, owner, kind, entityId, {
      prompt: prompt ?? found.imagePrompt,
      seed: randomUUID(),
    });
  });
}

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

/** Paints a portrait: the billed half. False if the job has ended or is deleted. */
export async function paintPortrait(jobId: string, options: PaintOptions = {}): Promise<Progress> {
  const work = await loadWork(jobId);
  if (!work) return cancelPredictions(jobId);
  const { job, story, kind, sheet } = work;
  if (paintJobResult.safeParse(job.result).success) return true;
  const input = paintJobInput.parse(job.input);
  const makeBrief = async () => portraitBrief(story, kind, sheet, input);
  return paintForJob(jobId, input.prompt, makeBrief, options);
}

/** The painter's brief for a portrait of a character or a picture of a location. */
export function portraitBrief(
  story: { artStyle: string; imageGenerationModel: string },
  kind: EntityKind,
  sheet: Sheet,
  { prompt, seed }: PortraitInput,
): PaintBrief {
  // Paints the requested prompt, even if the saved prompt differs.
  const figure = toFigure({ ...sheet, imagePrompt: prompt });
  return {
    kind,
    prompt,
    artStyle: story.artStyle,
    ...portraitSize[kind],
    seed: seed ?? sheet.seed,
    figures: kind === "character" ? [figure] : [],
    ...(kind === "location" ? { location: figure } : {}),
    model: story.imageGenerationModel,
  };
}

/**
 * Makes the painted picture the portrait, beside earlier ones; only a take if its author has chosen
 * another portrait since. Idempotent.
 */
export async function showPortrait(jobId: string): Promise<void> {
  await transact(async (tx, send) => {
    const job = await tx.job.findUnique({ where: { id: jobId } });
    const picture = paintJobResult.safeParse(job?.result);
    if (!job || !picture.success) return;
    if (!(await markCompleted(tx, jobId))) return;
    const { mediaId, prompt, model } = picture.data;
    const { characterId, locationId } = job;
    const image = { mediaId, prompt, model, jobId };
    const { before } = paintJobInput.parse(job.input);
    // Undefined in jobs of older versions: no condition then.
    const shown = before === undefined ? {} : { primaryMediaId: before };
    const data = { primaryMediaId: mediaId };
    if (characterId) {
      await tx.characterImage.create({ data: { characterId, ...image } });
      await tx.character.updateMany({ where: { id: characterId, ...shown }, data });
    }
    if (locationId) {
      await tx.locationImage.create({ data: { locationId, ...image } });
      await tx.location.updateMany({ where: { id: locationId, ...shown }, data });
    }
    emitPictureStored(send, mediaId);
    send(createPortraitEnded(job));
  });
}
