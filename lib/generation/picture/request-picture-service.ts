/** An author requests a portrait, a new picture of a panel, or a picture or video as a take. */
import "server-only";
import { randomUUID } from "node:crypto";
import { findUsablePicture } from "@/lib/media/media-queries";
import { isWhole } from "@/lib/media/repair/mask";
import { authoredBy } from "@/lib/platform/auth/ownership";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { lockName, type Tx } from "@/lib/platform/db";
import { AppError, fieldError, notFound } from "@/lib/platform/errors";
import type { Send } from "@/lib/platform/jobs/events";
import { openJobStatus, transact } from "@/lib/platform/jobs/outbox-service";
import { aspectRatioOf } from "@/lib/scenes/aspect";
import { castOf } from "@/lib/scenes/panels/cast-queries";
import { panelAccessError } from "@/lib/scenes/queries";
import { lockBudget } from "@/lib/spending/budget-service";
import { storyAccessError } from "@/lib/stories/service";
import { entityRows, entityTables } from "@/lib/world/entity-rows-queries";
import type { EntityKind } from "@/lib/world/schema";
import { entityAccessError } from "@/lib/world/service";
import { lockScene } from "../jobs/completion-service";
import {
  type GenerateImageInput,
  type GenerateVideoInput,
  type PanelImageInput,
  pictureSize,
} from "../schema";
import { requestRepair } from "./check-service";
import {
  createJob,
  createPortraitJob,
  type NewJob,
  requestMissingPortraits,
} from "./create-job-service";

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
  return transact(async (tx, send) => {
    await lockBudget(tx);
    await lockName(tx, `portrait:${entityId}`);
    const where = { id: entityId, story: authoredBy(viewer) };
    const found = await entityRows(tx, kind).findFirst({ where });
    if (!found) throw await entityAccessError(kind, entityId);
    // Reference pictures of the same sheet may be drawn meanwhile.
    const [open] = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM job WHERE ${entityTables[kind].owner} = ${entityId}::uuid
        AND status IN ('queued', 'processing') AND input -> 'reference' IS NULL LIMIT 1`;
    if (open) {
      throw new AppError(
        "conflict",
        `A picture of ${found.name} is being drawn already. Please wait a moment.`,
      );
    }
    const owner = { ownerId: viewer.id, storyId: found.storyId };
    return createPortraitJob(tx, send, owner, kind, entityId, {
      prompt: prompt ?? found.imagePrompt,
      seed: randomUUID(),
      before: found.primaryMediaId,
    });
  });
}

/**
 * Creates the job of a take. A request that is repeated while the first one is open, after a double
 * click or a lost answer, gets the job of the first one.
 * @throws AppError `budget_exceeded`
 */
async function requestTake(
  tx: Tx,
  send: Send,
  { generation, input, ...take }: NewJob,
): Promise<string> {
  await lockName(tx, `takes:${take.ownerId}`);
  const first = await tx.job.findFirst({
    where: { ...take, input: { equals: input }, status: openJobStatus },
    select: { id: true },
  });
  return first?.id ?? createJob(tx, send, { ...take, generation, input });
}

/**
 * Requests a new picture of one panel, with another prompt if given. The panel keeps its picture
 * until the new one is ready; with `choose: false` the panel's picture stays and the new one is
 * only a take.
 * @returns the job's id
 * @throws AppError `not_found`, `forbidden`, `scene_busy` while the panel is being painted,
 * `validation_failed` where the panel has no prompt, `conflict` where nothing is to be repaired, `budget_exceeded`
 */
export async function requestPanel(viewer: Viewer, input: PanelImageInput): Promise<string> {
  const { sceneId, panelNumber, choose = true } = input;
  return transact(async (tx, send) => {
    await lockBudget(tx);
    const scene = await lockScene(tx, sceneId);
    const panel = scene
      ? await tx.panel.findFirst({
          where: { sceneId, panelNumber, scene: { story: authoredBy(viewer) } },
        })
      : null;
    if (!scene || !panel) throw await panelAccessError(viewer, sceneId);
    const open = { panelId: panel.id, kind: "panel_image", status: openJobStatus } as const;
    const isBusy =
      scene.status === "generating" || (choose && (await tx.job.count({ where: open })) > 0);
    if (isBusy) {
      throw new AppError("scene_busy", "This panel is being drawn already. Please wait a moment.");
    }
    if (input.repair) return requestRepair(tx, send, panel.id);
    const prompt = input.prompt ?? panel.imagePrompt;
    if (prompt === "") {
      throw fieldError("prompt", "No original image prompt available for regeneration");
    }
    const owner = { ownerId: viewer.id, storyId: scene.storyId };
    const characterIds = await castOf(tx, scene.storyId, panel, prompt);
    await requestMissingPortraits(tx, send, owner, { ...panel, characterIds });
    const job = { ...owner, sceneId, panelId: panel.id, generation: scene.generation };
    if (!choose) {
      const { candidate } = input;
      const like = { prompt, likePanel: true, ...(candidate && { candidate }) };
      return requestTake(tx, send, { ...job, kind: "image", input: like });
    }
    await tx.panel.update({ where: { id: panel.id }, data: { status: "queued" } });
    return createJob(tx, send, { ...job, kind: "panel_image", input: { prompt, isRetry: true } });
  });
}

/**
 * Requests a picture from words, or a picture edited by words. With a panel it becomes a take of
 * that panel, whose shown picture stays; with a character or location its portrait, unless the
 * author chooses another one meanwhile. With a mask only the marked part changes; a mask over the
 * whole picture asks for an ordinary edit.
 * @returns the job's id
 * @throws AppError `not_found`, `forbidden`, `budget_exceeded`, `validation_failed` for a source
 * picture that the viewer may not use
 */
export function requestImageTake(viewer: Viewer, input: GenerateImageInput): Promise<string> {
  return transact(async (tx, send) => {
    await lockBudget(tx);
    const { target, story } = await findTarget(tx, viewer, input);
    const usual = pictureSize[aspectRatioOf(story)];
    const { prompt, width = usual.width, height = usual.height, candidate, mask } = input;
    const { storyId, characterId, locationId, initialImageUrl: url } = input;
    const source = url && { storyId, url, field: "initialImageUrl" };
    const mediaId = source && (await findUsablePicture(tx, viewer, source));
    return requestTake(tx, send, {
      ...target,
      characterId,
      locationId,
      kind: "image",
      input: {
        prompt,
        width,
        height,
        ...(candidate && { candidate }),
        ...(await findPortrait(tx, input)),
        ...(mask && !isWhole(mask) && { mask }),
        ...(mediaId && { mediaId }),
      },
    });
  });
}

/** The shown portrait that a picture replaces, if it becomes one. */
async function findPortrait(tx: Tx, { storyId, characterId, locationId }: GenerateImageInput) {
  const id = characterId ?? locationId;
  if (id === undefined) return null;
  const kind = characterId ? "character" : "location";
  const select = { primaryMediaId: true };
  const found = await entityRows(tx, kind).findFirst({ where: { id, storyId }, select });
  if (!found) throw notFound(kind);
  return { before: found.primaryMediaId };
}

/**
 * Requests a video of a picture. With a panel it becomes a take of that panel, whose shown picture
 * stays.
 * @returns the job's id
 * @throws AppError as `requestImageTake`
 */
export function requestVideoTake(viewer: Viewer, input: GenerateVideoInput): Promise<string> {
  return transact(async (tx, send) => {
    await lockBudget(tx);
    const { target } = await findTarget(tx, viewer, input);
    const { storyId, imageUrl, prompt } = input;
    const source = { storyId, url: imageUrl, field: "imageUrl" };
    const mediaId = await findUsablePicture(tx, viewer, source);
    return requestTake(tx, send, { ...target, kind: "video", input: { prompt, mediaId } });
  });
}

/** The story, and the panel that keeps the result; both locked against deletion. */
async function findTarget(
  tx: Tx,
  viewer: Viewer,
  { storyId, sceneId, panelNumber }: GenerateImageInput | GenerateVideoInput,
) {
  const story = await tx.story.findFirst({
    where: { id: storyId, ...authoredBy(viewer) },
    select: { id: true, aspectRatio: true },
  });
  if (!story) throw await storyAccessError(storyId);
  const target = { ownerId: viewer.id, storyId, sceneId: null, panelId: null, generation: 1 };
  if (sceneId === undefined || panelNumber === undefined) return { story, target };
  const scene = await lockScene(tx, sceneId);
  const panel = await tx.panel.findFirst({
    where: { sceneId, panelNumber, scene: { storyId } },
    select: { id: true },
  });
  if (!scene || !panel) throw notFound("panel");
  const { generation } = scene;
  return { story, target: { ...target, sceneId, panelId: panel.id, generation } };
}
