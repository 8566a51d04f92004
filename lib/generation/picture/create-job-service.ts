/** Creates the jobs of pictures and videos, each with its reservation and its event. */
import "server-only";
import type { z } from "zod";
import { lockName, type Tx } from "@/lib/platform/db";
import type { Send } from "@/lib/platform/jobs/events";
import { openJobStatus } from "@/lib/platform/jobs/outbox-service";
import { cancelKeyOf } from "@/lib/scenes/events";
import { reservePicture, reserveVideo } from "@/lib/spending/budget-service";
import type { PicturePrice } from "@/lib/spending/estimates";
import { entityRows } from "@/lib/world/entity-rows-queries";
import type { EntityKind } from "@/lib/world/schema";
import {
  imageTakeRequested,
  panelReady,
  portraitRequested,
  videoTakeRequested,
} from "../jobs/job-service";
import type { mediaJobInput } from "../schema";
import { selectReferences } from "./picture-jobs-queries";

const events = {
  panel_image: panelReady,
  character_image: portraitRequested,
  location_image: portraitRequested,
  image: imageTakeRequested,
  video: videoTakeRequested,
};

export interface NewJob {
  kind: keyof typeof events;
  ownerId: string;
  storyId: string;
  sceneId?: string | null;
  panelId?: string | null;
  characterId?: string;
  locationId?: string;
  generation?: number;
  input: z.input<typeof mediaJobInput>;
}

/**
 * @param sceneJobId job of the scene that needs it; its reservation covers the price
 * @throws AppError `budget_exceeded`
 */
export async function createJob(
  tx: Tx,
  send: Send,
  job: NewJob,
  sceneJobId?: string,
): Promise<string> {
  const { kind, ownerId, storyId, sceneId, generation = 1 } = job;
  const { id: jobId } = await tx.job.create({ data: job, select: { id: true } });
  const paid = { id: jobId, ownerId, storyId };
  await (kind === "video"
    ? reserveVideo(tx, paid)
    : reservePicture(tx, paid, { sceneJobId, price: priceOf(job) }));
  const isOfScene = kind === "panel_image" && sceneId;
  const data = {
    jobId,
    ownerId,
    ...(isOfScene && { cancelKey: cancelKeyOf(sceneId, generation) }),
  };
  send({ ...events[kind].create(data), id: jobId });
  return jobId;
}

function priceOf({ kind, input }: NewJob): PicturePrice {
  if (kind === "panel_image") return "panel";
  if (input.repairOf) return "repair";
  return input.likePanel ? "take" : "picture";
}

/** Whose portrait it is, and the job of the scene that needs it. */
interface PortraitOwner {
  ownerId: string;
  storyId: string;
  jobId?: string;
}

/**
 * Starts the portrait of a character or the picture of a location.
 * @param input `before` is the portrait shown now; without a seed, the sheet's applies
 * @throws AppError `budget_exceeded`
 */
export async function createPortraitJob(
  tx: Tx,
  send: Send,
  { ownerId, storyId, jobId: sceneJobId }: PortraitOwner,
  kind: EntityKind,
  entityId: string,
  input: { prompt: string; seed?: string; before: string | null },
): Promise<string> {
  const job = { kind: `${kind}_image` as const, ownerId, storyId, [`${kind}Id`]: entityId, input };
  return createJob(tx, send, job, sceneJobId);
}

/** Milliseconds during which only the author can request a failed portrait again. */
const retryCooldownMs = 60 * 60_000;

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
  const story = await tx.story.findUniqueOrThrow({
    where: { id: owner.storyId },
    select: { imageGenerationModel: true },
  });
  const { characterIds, locationIds } = selectReferences(frame, story);
  const chosen = { character: characterIds, location: locationIds };
  for (const kind of ["character", "location"] as const) {
    if (chosen[kind].length === 0) continue;
    const sheets = await entityRows(tx, kind).findMany({
      where: { id: { in: chosen[kind] }, primaryMediaId: null },
      select: { id: true, imagePrompt: true },
      // Locked in a fixed order, so that two panels cannot deadlock.
      orderBy: { id: "asc" },
    });
    for (const { id, imagePrompt } of sheets) {
      await lockName(tx, `portrait:${id}`);
      // One is on its way, has just arrived, or failed recently.
      const since = new Date(Date.now() - retryCooldownMs);
      const isRequested = await tx.job.count({
        where: {
          [`${kind}Id`]: id,
          OR: [{ status: openJobStatus }, { finishedAt: { gt: since } }],
        },
      });
      if (isRequested > 0) continue;
      await createPortraitJob(tx, send, owner, kind, id, { prompt: imagePrompt, before: null });
    }
  }
}
