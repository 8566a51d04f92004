/** Requests a scene: checks the limits, and creates its empty panels, its job and its event. */
import "server-only";
import { authoredBy } from "@/lib/platform/auth/ownership";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db, lockName, type Tx } from "@/lib/platform/db";
import type { Send } from "@/lib/platform/jobs/events";
import { openJobStatus, transact } from "@/lib/platform/jobs/outbox-service";
import { abandonScene, cancelKeyOf } from "@/lib/scenes/events";
import { getScene, sceneAccessError } from "@/lib/scenes/queries";
import { moveScene, nextSceneNumber } from "@/lib/scenes/scene-numbering-service";
import { lockBudget, reserveScene } from "@/lib/spending/budget-service";
import { storyAccessError } from "@/lib/stories/service";
import { lockScene } from "../jobs/completion-service";
import { markFailed, sceneRequested, superseded } from "../jobs/job-service";
import { type GenerateSceneBody, type GenerateSceneReply, mediaJobInput } from "../schema";
import {
  findIdempotentResponse,
  hashRequest,
  newEntitiesOfJob,
  storeIdempotentResponse,
} from "./idempotency-service";
import { resolveCast } from "./scene-cast-service";
import { enforceSceneLimits, hashPrompt } from "./scene-limits-service";

/**
 * Starts writing a scene, or regenerates one. The scene with empty panels, the job, its
 * reservation, the idempotency key and the event are one transaction; the rest runs in the
 * background.
 * @param idempotencyKey a repeated request with this key starts no work and gets the first answer,
 * with the entities that the script has added since
 * @throws AppError `not_found`, `forbidden`, `quota_exceeded`, `duplicate_prompt`, `rate_limit`,
 * `budget_exceeded`, `conflict` if another request used the key
 */
export async function requestScene(
  viewer: Viewer,
  input: GenerateSceneBody,
  idempotencyKey: string | null,
): Promise<GenerateSceneReply> {
  const requestHash = hashRequest(input);
  const story = await db.story.findFirst({
    where: { id: input.storyId, ...authoredBy(viewer) },
    select: { id: true, defaultPanels: true },
  });
  if (!story) throw await storyAccessError(input.storyId);
  const { answer, isRepeated } = await transact(async (tx, send) => {
    await lockBudget(tx);
    await lockName(tx, `generation:${viewer.id}`);
    const previous =
      idempotencyKey && (await findIdempotentResponse(tx, viewer, idempotencyKey, requestHash));
    if (previous) return { answer: previous, isRepeated: true };
    const promptHash = hashPrompt(input.prompt);
    await enforceSceneLimits(tx, viewer.id, promptHash, input.regenerateExisting);
    const { sceneId, jobId } = await openScene(tx, send, viewer, story, input);
    await reserveScene(
      tx,
      { id: jobId, ownerId: viewer.id, storyId: story.id },
      {
        panels: input.maxPanels ?? story.defaultPanels,
        generateImages: input.generateImages,
      },
    );
    await tx.quotaEntry.create({ data: { jobId, userId: viewer.id, promptHash } });
    const answer: GenerateSceneReply = {
      scene: await getScene(viewer, sceneId, tx),
      newCharacters: [],
      newLocations: [],
      jobId,
    };
    if (idempotencyKey)
      await storeIdempotentResponse(tx, viewer, idempotencyKey, requestHash, answer);
    return { answer, isRepeated: false };
  });
  return isRepeated ? { ...answer, ...(await newEntitiesOfJob(viewer, answer)) } : answer;
}

/**
 * Creates the scene with empty panels, or opens it for a new generation, with the job that writes
 * it. The caller checks budget and access.
 */
export async function openScene(
  tx: Tx,
  send: Send,
  viewer: Viewer,
  story: { id: string; defaultPanels: number },
  input: GenerateSceneBody,
): Promise<{ sceneId: string; jobId: string }> {
  const panels = input.maxPanels ?? story.defaultPanels;
  const { sceneId, generation } = input.existingSceneId
    ? await reopenScene(tx, send, story.id, input.existingSceneId, input.prompt, panels)
    : await addScene(tx, story.id, input, panels);
  const cast = await resolveCast(tx, story.id, input);
  const { id: jobId } = await tx.job.create({
    data: {
      kind: "scene",
      ownerId: viewer.id,
      storyId: story.id,
      sceneId,
      generation,
      input: {
        prompt: input.prompt,
        panels,
        generateImages: input.generateImages,
        ...(input.keepBubbles && { keepBubbles: true }),
        ...cast,
      },
    },
    select: { id: true },
  });
  const cancelKey = cancelKeyOf(sceneId, generation);
  send({ ...sceneRequested.create({ jobId, ownerId: viewer.id, cancelKey }), id: jobId });
  return { sceneId, jobId };
}

/** Creates the scene with its empty panels, so that the page shows their frames immediately. */
async function addScene(
  tx: Tx,
  storyId: string,
  { prompt, position }: GenerateSceneBody,
  panels: number,
) {
  const sceneNumber = await nextSceneNumber(tx, storyId);
  const scene = await tx.scene.create({
    data: { storyId, sceneNumber, prompt, panels: { create: frames(1, panels) } },
    select: { id: true },
  });
  if (position && position < sceneNumber) await moveScene(tx, storyId, scene.id, position);
  return { sceneId: scene.id, generation: 1 };
}

const frames = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => ({ panelNumber: from + index }));

/**
 * Opens a scene for a new generation. Its pictures stay until new pictures are ready, and remain as
 * takes. Cancels jobs of the earlier generation and drops their late results.
 */
async function reopenScene(
  tx: Tx,
  send: Send,
  storyId: string,
  sceneId: string,
  prompt: string,
  panels: number,
) {
  const scene = await lockScene(tx, sceneId);
  if (scene?.storyId !== storyId) throw await sceneAccessError(sceneId);
  const generation = scene.generation + 1;
  // Open jobs of takes continue, since takes do not depend on the scene; a repair does.
  const open = await tx.job.findMany({
    where: {
      sceneId,
      kind: { in: ["scene", "panel_image", "image"] },
      status: openJobStatus,
    },
    select: { id: true, kind: true, input: true },
  });
  for (const { id, kind, input } of open)
    if (kind !== "image" || mediaJobInput.parse(input).repairOf)
      await markFailed(tx, id, superseded);
  abandonScene(send, sceneId, scene.generation);
  await tx.scene.update({
    where: { id: sceneId },
    data: {
      status: "generating",
      generation,
      prompt,
      errorMessage: null,
      version: { increment: 1 },
    },
  });
  await tx.panel.updateMany({
    where: { sceneId, panelNumber: { lte: panels } },
    data: { status: "queued", errorMessage: null, isContentFlag: false },
  });
  const existing = await tx.panel.count({ where: { sceneId } });
  await tx.panel.createMany({
    data: frames(existing + 1, panels).map((frame) => ({ ...frame, sceneId })),
  });
  return { sceneId, generation };
}
