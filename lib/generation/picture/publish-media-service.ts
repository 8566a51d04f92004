/** Shows what a job has made: on its panel, as a portrait, or as a take. */
import "server-only";
import { emitPictureStored } from "@/lib/media/events";
import { expirePagesOf } from "@/lib/pages/expiry-service";
import type { Prisma, Tx } from "@/lib/platform/db";
import { transact } from "@/lib/platform/jobs/outbox-service";
import { recordAppearances, removeStaleAppearances } from "@/lib/scenes/appearances-service";
import { aspectRatioOf } from "@/lib/scenes/aspect";
import { castOf } from "@/lib/scenes/panels/cast-queries";
import { bubblesForPicture, hasBubbles } from "@/lib/scenes/panels/script";
import { refreshPreview } from "@/lib/scenes/preview-service";
import { entityRows } from "@/lib/world/entity-rows-queries";
import { showPortrait } from "@/lib/world/portrait-service";
import type { EntityKind } from "@/lib/world/schema";
import { lockScene, settleScene } from "../jobs/completion-service";
import { createPortraitEnded, markCompleted, markFailed, superseded } from "../jobs/job-service";
import {
  type PaintJobInput,
  type PaintJobResult,
  paintJobInput,
  paintJobResult,
  videoTakeResult,
} from "../schema";
import { resultOf } from "./picture-jobs-queries";
import { keepReference } from "./request-references-service";

/**
 * Publishes the recorded result of a job: a panel's picture as a take and as what the panel shows,
 * a portrait beside earlier ones, a picture of a sheet on it, a take only as a take. Idempotent.
 * @returns whether it was published by this call
 */
export async function publishMedia(jobId: string): Promise<boolean> {
  const published = await transact(async (tx, send) => {
    const named = await tx.job.findUnique({ where: { id: jobId }, select: { sceneId: true } });
    // The scene's lock comes first, as in all transactions that delete panels.
    const scene = named?.sceneId ? await lockScene(tx, named.sceneId) : null;
    const job = await tx.job.findUnique({ where: { id: jobId }, include: { story: true } });
    const made = job && resultOf(job);
    if (!job?.story || !made || (job.sceneId && !scene)) return null;
    const isOfPanel = job.kind === "panel_image";
    if (isOfPanel && scene?.generation !== job.generation) {
      await markFailed(tx, jobId, superseded);
      return null;
    }
    if (!(await markCompleted(tx, jobId))) return null;
    const input = paintJobInput.parse(job.input);
    if (job.panelId) {
      await tx.take.create({
        data: { ...takeOf(job), panelId: job.panelId, jobId, generation: job.generation },
      });
    }
    if (job.kind !== "video") emitPictureStored(send, made.mediaId);
    const picture = paintJobResult.safeParse(job.result).data;
    if (picture && input.reference) {
      await keepReference(tx, job, picture, input.reference);
    } else if (picture && (job.characterId || job.locationId)) {
      await addPortrait(tx, { ...job, storyId: job.story.id }, picture, input);
      send(createPortraitEnded(job));
    }
    if (!scene || !picture || !job.panelId) return { story: null };
    if (input.repairOf) {
      const isShown = scene.generation === job.generation && input.mediaId;
      if (isShown) await showRepaired(tx, job.panelId, input.mediaId ?? "", picture, job.story);
    } else if (isOfPanel) await showOnPanel(tx, job.panelId, picture, job.story);
    else return { story: null };
    await refreshPreview(tx, scene.storyId);
    await settleScene(tx, scene, input.isRetry);
    return { story: scene.storyId };
  });
  if (published?.story) await expirePagesOf(published.story);
  return published !== null;
}

interface JobRow {
  kind: string;
  input: Prisma.JsonValue;
  result: Prisma.JsonValue;
}

/** The take for a job's result. */
function takeOf(job: JobRow) {
  const { mediaId: source } = paintJobInput.parse(job.input);
  if (job.kind === "video") {
    const { mediaId, prompt, model } = videoTakeResult.parse(job.result);
    const from = { source: "generated" as const, originalMediaId: source ?? null };
    return { kind: "video" as const, ...from, mediaId, prompt, model };
  }
  const { mediaId, prompt, model, faces, madeWith } = paintJobResult.parse(job.result);
  return {
    kind: "image" as const,
    source: source ? ("edited" as const) : ("generated" as const),
    originalMediaId: source ?? null,
    mediaId,
    prompt,
    model,
    faces: faces as unknown as Prisma.InputJsonArray,
    ...(madeWith && { madeWith }),
  };
}

/** The new picture is only a take of its sheet if the author has chosen another portrait since. */
async function addPortrait(
  tx: Tx,
  { id: jobId, storyId, characterId, locationId }: PortraitJob,
  { mediaId, prompt, model }: PaintJobResult,
  { before, mediaId: source }: PaintJobInput,
): Promise<void> {
  const kind = characterId ? "character" : "location";
  const id = characterId ?? locationId ?? "";
  if (source) return addEditedPortrait(tx, { kind, id, storyId }, mediaId, before);
  const image = { mediaId, prompt, model, jobId };
  // Undefined in jobs of older versions: no condition then.
  const shown = before === undefined ? {} : { primaryMediaId: before };
  if (characterId) await tx.characterImage.create({ data: { characterId, ...image } });
  if (locationId) await tx.locationImage.create({ data: { locationId, ...image } });
  await entityRows(tx, kind).updateMany({
    where: { id, ...shown },
    data: { primaryMediaId: mediaId },
  });
}

interface PortraitJob {
  id: string;
  storyId: string;
  characterId: string | null;
  locationId: string | null;
}

/** The image prompt follows the change, and the choice that the author has made since. */
async function addEditedPortrait(
  tx: Tx,
  sitter: { kind: EntityKind; id: string; storyId: string },
  mediaId: string,
  before: string | null | undefined,
): Promise<void> {
  // Locks the row: a save of the author's comes before or after, and one with the old version is
  // refused.
  const entity = await entityRows(tx, sitter.kind).update({
    where: { id: sitter.id },
    data: { version: { increment: 1 } },
    select: { primaryMediaId: true },
  });
  const shown = entity.primaryMediaId;
  await showPortrait(tx, sitter, mediaId);
  if (shown && shown !== before && shown !== mediaId) await showPortrait(tx, sitter, shown);
}

/** With bubbles, if the panel has none. */
async function showOnPanel(
  tx: Tx,
  panelId: string,
  { mediaId, faces, prompt }: PaintJobResult,
  story: Parameters<typeof aspectRatioOf>[0] & { id: string },
): Promise<void> {
  // Read under the scene's lock: the author may have placed bubbles while the picture was painted.
  const panel = await tx.panel.findUniqueOrThrow({ where: { id: panelId } });
  // The author has chosen another picture since, so this one remains a take.
  if (panel.status === "completed") return;
  const bubbles = bubblesForPicture(panel, faces, aspectRatioOf(story));
  const characterIds = await castOf(tx, story.id, panel, prompt);
  if (panel.sceneId) await recordAppearances(tx, panel.sceneId, characterIds);
  await tx.panel.update({
    where: { id: panelId },
    data: {
      status: "completed",
      imageMediaId: mediaId,
      videoMediaId: null,
      imagePrompt: prompt,
      characterIds,
      faces: faces as unknown as Prisma.InputJsonArray,
      errorMessage: null,
      isContentFlag: false,
      ...(bubbles.length > 0 ? { textBubbles: bubbles, version: { increment: 1 } } : {}),
    },
  });
  if (panel.sceneId) await removeStaleAppearances(tx, panel.sceneId);
}

/** Shows a repaired picture, unless the author has chosen another one since. */
async function showRepaired(
  tx: Tx,
  panelId: string,
  before: string,
  { mediaId, faces }: PaintJobResult,
  story: Parameters<typeof aspectRatioOf>[0],
): Promise<void> {
  const panel = await tx.panel.findUniqueOrThrow({ where: { id: panelId } });
  if (panel.imageMediaId !== before) return;
  const bubbles = hasBubbles(panel) ? bubblesForPicture(panel, faces, aspectRatioOf(story)) : [];
  await tx.panel.update({
    where: { id: panelId },
    data: {
      imageMediaId: mediaId,
      videoMediaId: null,
      faces: faces as unknown as Prisma.InputJsonArray,
      ...(bubbles.length > 0 && { textBubbles: bubbles }),
      version: { increment: 1 },
    },
  });
}
