import "server-only";
import { expirePagesOf, revalidateStory } from "@/lib/pages/expiry-service";
import { lineageTags } from "@/lib/pages/lineage-queries";
import { authoredBy } from "@/lib/platform/auth/ownership";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db, type Prisma, retryOnLockConflict, type Tx } from "@/lib/platform/db";
import { AppError, notFound } from "@/lib/platform/errors";
import { transact } from "@/lib/platform/jobs/outbox-service";
import { recordAppearances, removeStaleAppearances } from "./appearances-service";
import { type AspectRatio, aspectRatioOf } from "./aspect";
import { requireBelowBubbleLimit } from "./bubbles/limit-service";
import { type EditableScene, lockEditableScene } from "./editable-scene-queries";
import { abandonScene } from "./events";
import { castOf, type PanelCast } from "./panels/cast-queries";
import { findChosenMedia } from "./panels/chosen-media-queries";
import { panelContract } from "./panels/contract";
import { dressPanel } from "./panels/outfit-service";
import { outfitChanges } from "./panels/outfits";
import { bubblesForPicture, facesSchema, hasBubbles } from "./panels/script";
import { saveTake } from "./panels/take-service";
import { refreshPreview } from "./preview-service";
import { findPanel, getScene, sceneAccessError } from "./queries";
import { lockStoryOfScene, renumberScenes, sceneIdsOf } from "./scene-numbering-service";
import {
  maxAltTextLength,
  maxScenePromptLength,
  type Panel,
  type Scene,
  type UpdatePanelInput,
  type UpdateSceneInput,
} from "./schema";

export const staleVersionError = (what: "scene" | "panel", current: Scene | Panel) =>
  new AppError(
    "stale_version",
    `This ${what} was changed elsewhere in the meantime. Please look at the current version before saving.`,
    { data: current },
  );

/** Panels keep their numbers while a script is stored panel by panel. @throws AppError `scene_busy` */
export function requireNotGenerating({ status }: Pick<EditableScene, "status">): void {
  if (status !== "generating") return;
  throw new AppError(
    "scene_busy",
    "This scene is being made right now. Please wait until it is finished.",
  );
}

/**
 * Changes a scene's title, description or layout. Title and description cannot change while the
 * scene is being written.
 * @throws AppError `not_found`, `forbidden`, `scene_busy`, `stale_version` with the current scene
 * as data
 */
export async function updateScene(
  viewer: Viewer,
  sceneId: string,
  { version, ...changes }: UpdateSceneInput,
): Promise<Scene> {
  const own = { id: sceneId, story: authoredBy(viewer) };
  const { title, description } = changes;
  // The script that is being written would overwrite these texts.
  const hasWords = title !== undefined || description !== undefined;
  const hasFailed =
    description !== undefined &&
    (await db.scene.count({ where: { ...own, errorMessage: { not: null } } })) > 0;
  const { count } = await db.scene.updateMany({
    where: {
      ...own,
      ...(version ? { version } : {}),
      ...(hasWords && { status: { not: "generating" as const } }),
    },
    data: {
      ...changes,
      // After a failure, the changed text is the prompt of the next try.
      ...(hasFailed && { prompt: description.slice(0, maxScenePromptLength).toWellFormed() }),
      version: { increment: 1 },
    },
  });
  if (count === 0) {
    const scene = await db.scene.findFirst({ where: own, select: { status: true } });
    if (!scene) throw await sceneAccessError(sceneId);
    if (hasWords) requireNotGenerating(scene);
    throw staleVersionError("scene", await getScene(viewer, sceneId));
  }
  const scene = await getScene(viewer, sceneId);
  await expirePagesOf(scene.storyId);
  return scene;
}

/** Expires the pages of a scene's story. Call it after a commit. */
export const revalidateStoryOf = (
  { storyId, storyStatus, username }: EditableScene,
  tags: string[] = [],
): Promise<void> => revalidateStory({ id: storyId, status: storyStatus, username }, tags);

/**
 * Deletes a scene; later scenes move up, so that numbers stay consecutive, and first appearances
 * follow. The engine cancels its open jobs. A published story without any picture left becomes a
 * draft.
 * @throws AppError `not_found`, `forbidden`
 */
export async function deleteScene(viewer: Viewer, sceneId: string): Promise<{ message: string }> {
  // A job that finishes another scene of the story at this moment may hold locks that this
  // transaction needs.
  const scene = await retryOnLockConflict(() =>
    transact(async (tx, send) => {
      // The story's lock comes first, so that two deletions cannot deadlock.
      await lockStoryOfScene(tx, sceneId);
      const locked = await lockEditableScene(tx, viewer, sceneId);
      const { storyId, generation } = locked;
      await tx.scene.delete({ where: { id: sceneId } });
      await renumberScenes(tx, storyId, await sceneIdsOf(tx, storyId));
      await refreshPreview(tx, storyId);
      abandonScene(send, sceneId, generation);
      return locked;
    }),
  );
  // A story without pictures leaves its remix tree.
  await revalidateStoryOf(scene, await lineageTags(scene.storyId));
  return { message: "Scene deleted!" };
}

/**
 * Changes a panel's picture, video, prompts, texts, bubbles or outfits. A chosen picture becomes a
 * take and clears the video; a video replaces only the video.
 * @throws AppError `not_found`, `forbidden`, `validation_failed` for media that are not the
 * author's and outfits of other characters, `stale_version` with the current panel as data,
 * `conflict` for too many bubbles
 */
export async function updatePanel(
  viewer: Viewer,
  sceneId: string,
  panelNumber: number,
  input: UpdatePanelInput,
): Promise<Panel> {
  const { scene, panel, isUnlisted } = await retryOnLockConflict(() =>
    db.$transaction(async (tx) => {
      const locked = await lockEditableScene(tx, viewer, sceneId, "panel");
      const row = await tx.panel.findUnique({
        where: { sceneId_panelNumber: { sceneId, panelNumber } },
        select: {
          id: true,
          version: true,
          imageMediaId: true,
          lines: true,
          textBubbles: true,
          imagePrompt: true,
          characterIds: true,
          altText: true,
          status: true,
          outfits: true,
          contract: true,
        },
      });
      if (!row) throw notFound("panel");
      if (input.version !== undefined && input.version !== row.version) {
        const current = await findPanel(sceneId, panelNumber, tx);
        if (current) throw staleVersionError("panel", current);
      }
      const place = { sceneId, storyId: locked.storyId, aspectRatio: aspectRatioOf(locked) };
      const media = await chooseMedia(tx, viewer, { ...row, ...place }, input);
      const clothes =
        (input.outfits || input.contract) &&
        (await dressPanel(
          tx,
          { ...locked, panelNumber },
          {
            outfits: outfitChanges.parse(row.outfits),
            contract: input.contract ?? panelContract.safeParse(row.contract).data ?? null,
          },
          input.outfits,
        ));
      await tx.panel.update({
        where: { id: row.id },
        data: {
          ...media,
          ...(input.altText === undefined ? {} : { altText: input.altText }),
          ...(input.imagePrompt === undefined ? {} : { imagePrompt: input.imagePrompt }),
          ...(input.videoPrompt === undefined ? {} : { videoPrompt: input.videoPrompt }),
          ...(input.textBubbles === undefined ? {} : { textBubbles: input.textBubbles }),
          ...(clothes && { outfits: clothes.outfits }),
          ...(clothes?.contract && { contract: clothes.contract }),
          version: { increment: 1 },
        },
      });
      // Removing bubbles is always allowed.
      if (hasGrown(input.textBubbles, row.textBubbles))
        await requireBelowBubbleLimit(tx, locked.storyId);
      // Feeds and sitemaps detect a change by the scene's `updated_at`. Its version stays, as it
      // covers only the scene's own fields; so does the time of a pending scene, by which a lost
      // one is found.
      await tx.scene.updateMany({
        where: { id: sceneId, status: { not: "generating" } },
        data: { updatedAt: new Date() },
      });
      if (media.status) {
        await removeStaleAppearances(tx, sceneId);
        await clearFailures(tx, sceneId);
      }
      const isUnlisted =
        (input.imageUrl ?? input.videoUrl) != null && (await refreshPreview(tx, locked.storyId));
      const current = await findPanel(sceneId, panelNumber, tx);
      if (!current) throw notFound("panel");
      return { scene: locked, panel: current, isUnlisted };
    }),
  );
  await revalidateStoryOf(scene, isUnlisted ? await lineageTags(scene.storyId) : []);
  return panel;
}

const hasGrown = (after: unknown[] = [], before: unknown) =>
  after.length > (Array.isArray(before) ? before.length : 0);

/** A scene whose panels all have their pictures reports no failure. */
export async function clearFailures(tx: Tx, sceneId: string): Promise<void> {
  await tx.scene.updateMany({
    where: {
      id: sceneId,
      status: { not: "generating" },
      panels: { every: { status: "completed" } },
    },
    data: { status: "completed", errorMessage: null },
  });
}

interface LockedPanel extends PanelCast {
  id: string;
  sceneId: string;
  storyId: string;
  aspectRatio: AspectRatio;
  imageMediaId: string | null;
  status: string;
  lines: unknown;
  textBubbles: unknown;
  altText: string;
}

/** The fields of a panel that a chosen picture or video changes; both become takes. */
async function chooseMedia(
  tx: Tx,
  viewer: Viewer,
  panel: LockedPanel,
  { imageUrl, imagePrompt, videoUrl, videoPrompt }: UpdatePanelInput,
): Promise<Prisma.PanelUncheckedUpdateInput> {
  const changes: Prisma.PanelUncheckedUpdateInput = {};
  if (imageUrl !== undefined) {
    const image = await findChosenMedia(tx, viewer, "imageUrl", imageUrl, panel);
    await saveTake(tx, panel.id, "image", image, imagePrompt ?? image.prompt);
    changes.imageMediaId = image.id;
    const faces = facesSchema.parse(image.faces);
    changes.faces = faces;
    // After a regeneration the panel keeps its old picture and new texts until the new picture is
    // drawn.
    const isAwaitingPicture = panel.imageMediaId === null || panel.status !== "completed";
    if (isAwaitingPicture || (hasBubbles(panel) && image.id !== panel.imageMediaId)) {
      // The first picture gets the bubbles of its script; in other pictures the speakers have other
      // positions.
      const bubbles = bubblesForPicture(panel, faces, panel.aspectRatio);
      if (bubbles.length > 0) changes.textBubbles = bubbles;
    }
    // The prompt of an edit describes a change, not the panel.
    if (image.prompt !== "" && !image.isEdited) {
      changes.imagePrompt = image.prompt;
      // A panel that its author added has no description yet.
      if (panel.altText === "")
        changes.altText = image.prompt.slice(0, maxAltTextLength).toWellFormed();
      const cast = await castOf(tx, panel.storyId, panel, image.prompt);
      await recordAppearances(tx, panel.sceneId, cast);
      changes.characterIds = cast;
    }
    changes.videoMediaId = null;
    changes.videoPrompt = "";
  }
  if (videoUrl === null) {
    changes.videoMediaId = null;
    changes.videoPrompt = "";
  } else if (videoUrl !== undefined) {
    const video = await findChosenMedia(tx, viewer, "videoUrl", videoUrl, panel);
    await saveTake(tx, panel.id, "video", video, videoPrompt ?? video.prompt);
    changes.videoMediaId = video.id;
    changes.videoPrompt = video.prompt;
    // The picture that it awaits, and that would bring the bubbles of its script, becomes a take.
    if (!imageUrl && panel.imageMediaId && panel.status !== "completed") {
      const bubbles = bubblesForPicture(panel, [], panel.aspectRatio);
      if (bubbles.length > 0) changes.textBubbles = bubbles;
    }
  }
  // A picture that arrives later is only a take. A video without a picture still waits for one.
  if (imageUrl !== undefined || (videoUrl && panel.imageMediaId)) {
    changes.status = "completed";
    changes.errorMessage = null;
    changes.isContentFlag = false;
  }
  return changes;
}
