/** Shows what a job has made: on its panel, as a portrait, or as a take. */
import "server-only";
import { emitPictureStored } from "@/lib/media/events";
import { applyDecisions } from "@/lib/media/picture-moderation-service";
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
import type { ReferenceTarget } from "@/lib/world/references/schema";
import type { EntityKind } from "@/lib/world/schema";
import { lockScene, settleScene } from "../jobs/completion-service";
import { createPortraitEnded, markCompleted, markFailed, superseded } from "../jobs/job-service";
import { type MediaJobInput, type MediaJobResult, mediaJobInput, mediaJobResult } from "../schema";

/**
 * Publishes the recorded result of a job: a panel's picture as a take and as what the panel shows,
 * a portrait beside earlier ones, a reference picture on its sheet, a take only as a take.
 * Idempotent.
 * @returns whether it was published by this call
 */
export async function publishMedia(jobId: string): Promise<boolean> {
  const published = await transact(async (tx, send) => {
    const named = await tx.job.findUnique({ where: { id: jobId }, select: { sceneId: true } });
    // The scene's lock comes first, as in all transactions that delete panels.
    const scene = named?.sceneId ? await lockScene(tx, named.sceneId) : null;
    const job = await tx.job.findUnique({ where: { id: jobId }, include: { story: true } });
    const made = mediaJobResult.safeParse(job?.result).data;
    if (!job?.story || !made || (job.sceneId && !scene)) return null;
    const { kind, panelId, generation, story } = job;
    if (kind === "panel_image" && scene?.generation !== generation) {
      await markFailed(tx, jobId, superseded);
      return null;
    }
    if (!(await markCompleted(tx, jobId))) return null;
    const input = mediaJobInput.parse(job.input);
    if (panelId) {
      await tx.take.create({ data: { ...takeOf(kind, input, made), panelId, jobId, generation } });
    }
    if (kind !== "video") emitPictureStored(send, made.mediaId);
    let isDecided = false;
    const sheetJob = { ...job, storyId: story.id };
    if (input.reference) {
      await addReference(tx, sheetJob, input.reference, { ...made, prompt: input.prompt });
    } else if (job.characterId || job.locationId) {
      await addPortrait(tx, sheetJob, input, made);
      isDecided = (await applyDecisions(tx, [story.id])).length > 0;
      send(createPortraitEnded(job));
    }
    const isShown =
      kind === "panel_image" || (input.repairOf !== undefined && scene?.generation === generation);
    if (isShown && panelId) await showOnPanel(tx, panelId, input, made, story);
    if (!scene || !(kind === "panel_image" || input.repairOf)) {
      return { story: isDecided ? story : null };
    }
    await refreshPreview(tx, scene.storyId);
    await settleScene(tx, scene, input.isRetry);
    return { story };
  });
  if (published?.story) await expirePagesOf(published.story.id, published.story);
  return published !== null;
}

function takeOf(kind: string, input: MediaJobInput, made: MediaJobResult) {
  const { mediaId: source = null, prompt } = input;
  const { mediaId, model, faces, madeWith } = made;
  const isVideo = kind === "video";
  return {
    kind: isVideo ? ("video" as const) : ("image" as const),
    source: source && !isVideo ? ("edited" as const) : ("generated" as const),
    originalMediaId: source,
    mediaId,
    prompt,
    model,
    faces: faces as unknown as Prisma.InputJsonArray,
    ...(madeWith && { madeWith }),
  };
}

interface SheetJob {
  id: string;
  storyId: string;
  characterId: string | null;
  locationId: string | null;
}

/** Adds a reference picture to its sheet, unless its outfit has been deleted since. */
async function addReference(
  tx: Tx,
  { id: jobId, characterId, locationId }: SheetJob,
  reference: ReferenceTarget,
  { mediaId, model, prompt }: MediaJobResult & { prompt: string },
): Promise<void> {
  const { outfitId } = reference;
  if (outfitId && (await tx.outfit.count({ where: { id: outfitId } })) === 0) return;
  const data = { ...reference, characterId, locationId, mediaId, prompt, model, jobId };
  await tx.referencePicture.create({ data });
}

/** The new picture is only a take of its sheet if the author has chosen another portrait since. */
async function addPortrait(
  tx: Tx,
  { id: jobId, storyId, characterId, locationId }: SheetJob,
  { before, prompt, mediaId: source }: MediaJobInput,
  { mediaId, model }: MediaJobResult,
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

/** The image prompt follows the edit, and then the choice that the author has made since. */
async function addEditedPortrait(
  tx: Tx,
  sitter: { kind: EntityKind; id: string; storyId: string },
  mediaId: string,
  before: string | null | undefined,
): Promise<void> {
  // Locks the row: the author's own save comes before or after, and is refused if it is based on
  // the old version.
  const entity = await entityRows(tx, sitter.kind).update({
    where: { id: sitter.id },
    data: { version: { increment: 1 } },
    select: { primaryMediaId: true },
  });
  const shown = entity.primaryMediaId;
  await showPortrait(tx, sitter, mediaId);
  if (shown && shown !== before && shown !== mediaId) await showPortrait(tx, sitter, shown);
}

/**
 * Shows a picture on its panel, unless the author has chosen another one since. A repair changes
 * nothing else; a new picture brings the script's bubbles if the panel has none.
 */
async function showOnPanel(
  tx: Tx,
  panelId: string,
  { repairOf, mediaId: repaired, before = null, prompt }: MediaJobInput,
  { mediaId, faces }: MediaJobResult,
  story: Parameters<typeof aspectRatioOf>[0] & { id: string },
): Promise<void> {
  const where = { id: panelId };
  // Read under the scene's lock: the author may have placed bubbles while the picture was painted.
  const panel = await tx.panel.findUniqueOrThrow({ where });
  const hasNewerChoice = repairOf
    ? panel.imageMediaId !== repaired || panel.videoMediaId !== before
    : panel.status === "completed";
  if (hasNewerChoice) return;
  const keepsBare = repairOf && !hasBubbles(panel);
  const bubbles = keepsBare ? [] : bubblesForPicture(panel, faces, aspectRatioOf(story));
  const picture = {
    imageMediaId: mediaId,
    videoMediaId: null,
    faces: faces as unknown as Prisma.InputJsonArray,
    ...(bubbles.length > 0 && { textBubbles: bubbles }),
    ...((repairOf || bubbles.length > 0) && { version: { increment: 1 } }),
  };
  if (repairOf) {
    await tx.panel.update({ where, data: picture });
    return;
  }
  const characterIds = await castOf(tx, story.id, panel, prompt);
  if (panel.sceneId) await recordAppearances(tx, panel.sceneId, characterIds);
  await tx.panel.update({
    where,
    data: {
      ...picture,
      status: "completed",
      imagePrompt: prompt,
      characterIds,
      errorMessage: null,
      isContentFlag: false,
    },
  });
  if (panel.sceneId) await removeStaleAppearances(tx, panel.sceneId);
}
