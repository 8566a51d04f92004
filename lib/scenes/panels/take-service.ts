import "server-only";
import type { MediaItem } from "@/lib/media/schema";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db, retryOnLockConflict, type Tx } from "@/lib/platform/db";
import { AppError, notFound } from "@/lib/platform/errors";
import { lockEditableScene } from "../editable-scene-queries";
import { listTakes } from "../queries";
import { type ChosenMedia, findChosenMedia } from "./chosen-media-queries";
import { facesSchema } from "./script";

/** Stores a picture or video that a panel shows from now on as a take, unless it is one already. */
export async function saveTake(
  tx: Tx,
  panelId: string,
  kind: "image" | "video",
  media: ChosenMedia,
  prompt: string,
): Promise<void> {
  if (media.takeId) return;
  const made = media.originalMediaId && kind === "image" ? "edited" : "generated";
  await tx.take.create({
    data: {
      panelId,
      kind,
      source: media.isGenerated ? made : "uploaded",
      mediaId: media.id,
      originalMediaId: media.originalMediaId,
      prompt: prompt.slice(0, 4000),
      model: media.model,
      faces: facesSchema.parse(media.faces),
    },
  });
}

/**
 * Stores a picture, such as an upload, as a take of a panel, which keeps its picture. Idempotent.
 * @throws AppError `not_found`, `forbidden`, `validation_failed` for a picture that the viewer may
 * not use
 */
export async function addTake(
  viewer: Viewer,
  sceneId: string,
  panelNumber: number,
  imageUrl: string,
): Promise<MediaItem[]> {
  await retryOnLockConflict(() =>
    db.$transaction(async (tx) => {
      const { storyId } = await lockEditableScene(tx, viewer, sceneId, "panel");
      const panel = await tx.panel.findFirst({ where: { sceneId, panelNumber } });
      if (!panel) throw notFound("panel");
      const place = { id: panel.id, storyId };
      const media = await findChosenMedia(tx, viewer, "imageUrl", imageUrl, place);
      await saveTake(tx, panel.id, "image", media, media.prompt);
    }),
  );
  return listTakes(viewer, sceneId, panelNumber);
}

/**
 * Deletes a take for good. The next sweep deletes its object, unless another row references it.
 * @throws AppError `not_found`, `forbidden`, `in_use` for a take that the panel shows
 */
export async function deleteTake(
  viewer: Viewer,
  sceneId: string,
  panelNumber: number,
  takeId: string,
): Promise<{ message: string }> {
  const kind = await retryOnLockConflict(() =>
    db.$transaction(async (tx) => {
      await lockEditableScene(tx, viewer, sceneId, "panel");
      const take = await tx.take.findFirst({
        where: { id: takeId, panel: { sceneId, panelNumber } },
        include: { panel: { select: { imageMediaId: true, videoMediaId: true } } },
      });
      if (!take) throw notFound("take");
      const { imageMediaId, videoMediaId } = take.panel;
      if (take.mediaId === (take.kind === "image" ? imageMediaId : videoMediaId)) {
        throw new AppError(
          "in_use",
          "This picture is on the panel now. Choose another one before deleting it.",
        );
      }
      await tx.take.delete({ where: { id: takeId } });
      return take.kind;
    }),
  );
  return { message: kind === "image" ? "Picture deleted." : "Video deleted." };
}
