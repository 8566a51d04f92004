/** Creates the job of a panel's picture, paints the picture, and shows it with its bubbles. */
import "server-only";
import { painter } from "@/lib/ai";
import type { FractionBox } from "@/lib/ai/painter";
import { emitPictureStored } from "@/lib/media/events";
import { db, type Prisma, type Tx } from "@/lib/platform/db";
import type { Send } from "@/lib/platform/jobs/events";
import { transact } from "@/lib/platform/jobs/outbox-service";
import { recordAppearances, removeStaleAppearances } from "@/lib/scenes/appearances-service";
import { aspectRatioOf } from "@/lib/scenes/aspect";
import { cancelKeyOf } from "@/lib/scenes/events";
import { castOf } from "@/lib/scenes/panels/cast-queries";
import { bubblesForPicture } from "@/lib/scenes/panels/script";
import { refreshPreview } from "@/lib/scenes/preview-service";
import { reservePicture } from "@/lib/spending/budget-service";
import { expirePagesOf } from "@/lib/stories/page-expiry-service";
import { settleScene } from "../jobs/completion-service";
import { markCompleted, markFailed, openJobStatus, panelReady } from "../jobs/job-service";
import { lockScene } from "../jobs/scene-lock-service";
import { imageTakeInput, paintJobInput, paintJobResult, pictureSize } from "../schema";
import { cancelPredictions } from "./open-prediction-service";
import {
  loadPortraits,
  type PaintBrief,
  type PaintOptions,
  paintForJob,
  selectReferences,
  toFigure,
  withShot,
} from "./paint-for-job";
import type { Progress } from "./progress";

interface PanelContext {
  ownerId: string;
  storyId: string;
  sceneId: string;
  generation: number;
}

/**
 * Makes the job of a panel and its event.
 * @param sceneJobId job of the scene; its reservation covers the price
 * @throws AppError `budget_exceeded`
 */
export async function createPanelJob(
  tx: Tx,
  send: Send,
  { ownerId, storyId, sceneId, generation }: PanelContext,
  panelId: string,
  input: { prompt: string; isRetry?: true },
  sceneJobId?: string,
): Promise<string> {
  const { id: jobId } = await tx.job.create({
    data: { kind: "panel_image", ownerId, storyId, sceneId, panelId, generation, input },
    select: { id: true },
  });
  await reservePicture(tx, { id: jobId, ownerId, storyId }, { sceneJobId });
  const cancelKey = cancelKeyOf(sceneId, generation);
  send({ ...panelReady.create({ jobId, ownerId, cancelKey }), id: jobId });
  return jobId;
}

/** Loads an open job of a panel, with the story around it. */
async function loadWork(jobId: string) {
  const job = await db.job.findUnique({
    where: { id: jobId },
    include: {
      panel: { include: { location: true } },
      scene: { include: { story: true } },
    },
  });
  if (!job?.panel || !job.scene || job.kind !== "panel_image") return null;
  if (job.status === "completed" || job.status === "failed") return null;
  if (job.generation !== job.scene.generation) return null;
  return { job, panel: job.panel, story: job.scene.story };
}

/**
 * The panel whose references a job's request contains: the job's panel, or the panel of its take.
 */
async function findReferencingPanel(jobId: string) {
  const job = await db.job.findUnique({
    where: { id: jobId },
    include: { panel: true, story: true },
  });
  const model = job?.story?.imageGenerationModel ?? "";
  if (job?.kind !== "image") {
    const work = await loadWork(jobId);
    return work && { panel: work.panel, model };
  }
  const isOpen = job.status === "queued" || job.status === "processing";
  return isOpen && job.panel && imageTakeInput.parse(job.input).likePanel
    ? { panel: job.panel, model }
    : null;
}

/**
 * Whether portraits that this panel's request should carry are still being painted. Painters that
 * take no references never wait.
 */
export async function isAwaitingPortraits(jobId: string): Promise<boolean> {
  const referring = await findReferencingPanel(jobId);
  const maxReferences = referring ? painter().maxReferences(referring.model) : 0;
  if (!referring || maxReferences === 0) return false;
  const { characterIds, locationIds } = selectReferences(referring.panel, maxReferences);
  const pending = await db.job.count({
    where: {
      status: openJobStatus,
      OR: [
        {
          kind: "character_image",
          characterId: { in: characterIds },
          character: { primaryMediaId: null },
        },
        {
          kind: "location_image",
          locationId: { in: locationIds },
          location: { primaryMediaId: null },
        },
      ],
    },
  });
  return pending > 0;
}

/** Paints a panel: the billed half. False if the job has ended or is deleted. */
export async function paintPanel(jobId: string, options: PaintOptions = {}): Promise<Progress> {
  const work = await loadWork(jobId);
  if (!work) return cancelPredictions(jobId);
  if (paintJobResult.safeParse(work.job.result).success) return true;
  await db.panel.updateMany({
    where: { id: work.panel.id, status: "queued" },
    data: { status: "processing" },
  });
  const { prompt } = paintJobInput.parse(work.job.input);
  return paintForJob(jobId, prompt, () => panelBrief(work, prompt), options);
}

type Work = Pick<NonNullable<Awaited<ReturnType<typeof loadWork>>>, "panel" | "story"> & {
  job: { id: string };
};

/** The painter's brief for a panel: with portraits of its characters, in the story's format. */
export async function panelBrief({ job, panel, story }: Work, prompt: string): Promise<PaintBrief> {
  const cast = await castOf(db, story.id, panel, prompt);
  const found = await db.character.findMany({ where: { id: { in: cast } } });
  const characters = cast.flatMap((id) => found.find((one) => one.id === id) ?? []);
  const maxReferences = painter().maxReferences(story.imageGenerationModel);
  const sheets = [...characters, ...(panel.location ? [panel.location] : [])];
  const portraits = await loadPortraits(sheets, maxReferences);
  return {
    kind: "panel",
    prompt: withShot(prompt, panel.shot),
    artStyle: story.artStyle,
    ...pictureSize[aspectRatioOf(story)],
    seed: job.id,
    figures: characters.map((character) => toFigure(character, portraits.get(character.id))),
    ...(panel.location
      ? { location: toFigure(panel.location, portraits.get(panel.location.id)) }
      : {}),
    model: story.imageGenerationModel,
  };
}

/**
 * Publishes the painted picture: as a take, as the panel's picture unless its author has chosen
 * another one since, with bubbles if the panel has none. Closes the scene after its last panel.
 * Idempotent.
 * @returns whether it was published by this call
 */
export async function showPanel(jobId: string): Promise<boolean> {
  const shown = await transact(async (tx, send) => {
    const job = await tx.job.findUnique({
      where: { id: jobId },
      include: { panel: true, scene: { include: { story: true } } },
    });
    if (!job?.scene || !job.panel) return null;
    const scene = await lockScene(tx, job.scene.id);
    const picture = paintJobResult.safeParse(job.result);
    if (!scene || !picture.success) return null;
    if (scene.generation !== job.generation) {
      await markFailed(tx, jobId, superseded);
      return null;
    }
    if (!(await markCompleted(tx, jobId))) return null;
    const { mediaId, faces, model, prompt } = picture.data;
    await tx.take.create({
      data: {
        panelId: job.panel.id,
        kind: "image",
        source: "generated",
        mediaId,
        prompt,
        model,
        faces: faces as unknown as Prisma.InputJsonArray,
        jobId,
        generation: job.generation,
      },
    });
    await updatePanel(tx, job.panel.id, { mediaId, faces, prompt }, job.scene.story);
    await refreshPreview(tx, scene.storyId);
    await settleScene(tx, scene, paintJobInput.parse(job.input).isRetry);
    emitPictureStored(send, mediaId);
    return { storyId: scene.storyId };
  });
  if (shown) await expirePagesOf(shown.storyId);
  return shown !== null;
}

/** A newer generation of the scene replaces this one. */
export const superseded = {
  code: "conflict",
  message: "This scene was regenerated meanwhile, so this picture was dropped.",
} as const;

async function updatePanel(
  tx: Tx,
  panelId: string,
  picture: { mediaId: string; faces: { name: string; box: FractionBox }[]; prompt: string },
  story: Parameters<typeof aspectRatioOf>[0] & { id: string },
): Promise<void> {
  // Read under the scene's lock: the author may have placed bubbles while the picture was painted.
  const panel = await tx.panel.findUniqueOrThrow({ where: { id: panelId } });
  // The author has chosen another picture since, so this one remains a take.
  if (panel.status === "completed") return;
  const bubbles = bubblesForPicture(panel, picture.faces, aspectRatioOf(story));
  const characterIds = await castOf(tx, story.id, panel, picture.prompt);
  if (panel.sceneId) await recordAppearances(tx, panel.sceneId, characterIds);
  await tx.panel.update({
    where: { id: panelId },
    data: {
      status: "completed",
      imageMediaId: picture.mediaId,
      videoMediaId: null,
      imagePrompt: picture.prompt,
      characterIds,
      faces: picture.faces as unknown as Prisma.InputJsonArray,
      errorMessage: null,
      isContentFlag: false,
      ...(bubbles.length > 0 ? { textBubbles: bubbles, version: { increment: 1 } } : {}),
    },
  });
  if (panel.sceneId) await removeStaleAppearances(tx, panel.sceneId);
}
