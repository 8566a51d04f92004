import "server-only";
import { randomUUID } from "node:crypto";
import { inheritDecisions } from "@/lib/media/picture-moderation-service";
import type { MadeWith } from "@/lib/media/schema";
import { pageTag } from "@/lib/pages/cache-tags";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { expirePages } from "@/lib/platform/cache";
import { db, type Tx } from "@/lib/platform/db";
import { AppError, notFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/http/ids";
import { type PanelCopy, storePanels } from "@/lib/scenes/duplicate-service";
import { findMadeWith } from "@/lib/scenes/panels/made-with-queries";
import { mapOutfitChanges, outfitChanges } from "@/lib/scenes/panels/outfits";
import { refreshPreview } from "@/lib/scenes/preview-service";
import { getStory } from "../queries";
import type { Story } from "../schema";
import { requireBelowStoryLimit } from "../service";
import { type CopyIds, copyIdOf, copyWorld, withCopyIds } from "./copy-world-service";
import {
  madeWithCopied,
  publicContentOf,
  type Source,
  source,
  withOutfitsInForce,
} from "./original-queries";

/**
 * Copies a published story, or the viewer's own draft, into a new draft of the viewer. It
 * references pictures instead of copying them. Only this function writes the lineage.
 * @throws AppError `not_found`, `conflict` while the administrator hides it or at the limit of
 * stories
 */
export async function remixStory(viewer: Viewer, storyId: string): Promise<Story> {
  return remix(viewer, storyId, (original) => original);
}

/**
 * Copies one scene, by its id or number, with its cast, into a new draft.
 * @throws AppError `not_found`, `conflict` while the administrator hides it or at the limit of
 * stories
 */
export async function remixScene(viewer: Viewer, storyId: string, scene: string): Promise<Story> {
  return remix(viewer, storyId, (original) => {
    const found = original.scenes.find((one) =>
      isId(scene) ? one.id === scene : one.sceneNumber === Number(scene),
    );
    if (!found) throw notFound("scene");
    const inFrame = new Set(found.panels.flatMap((panel) => panel.characterIds));
    const characters = new Set([...found.characters.map((c) => c.characterId), ...inFrame]);
    const places = new Set([
      ...found.locations.map((l) => l.locationId),
      ...found.panels.map((panel) => panel.locationId),
    ]);
    return {
      ...original,
      scenes: [found],
      characters: original.characters.filter(({ id }) => characters.has(id)),
      locations: original.locations.filter(({ id }) => places.has(id)),
    };
  });
}

async function remix(
  viewer: Viewer,
  storyId: string,
  choose: (original: Source) => Source,
): Promise<Story> {
  await requireBelowStoryLimit(viewer);
  const copyId = await db.$transaction(
    async (tx) => {
      // Locked, so that the original cannot be deleted before its copy references it.
      const [visible] = await tx.$queryRaw<{ isHidden: boolean }[]>`
        SELECT s.hidden_at IS NOT NULL AS "isHidden" FROM story s
        WHERE s.id = ${storyId}::uuid
          AND (s.status = 'published' OR s.author_id = ${viewer.id}::uuid)
        FOR KEY SHARE`;
      if (!visible) throw notFound("story");
      if (visible.isHidden) {
        throw new AppError("conflict", "This story is hidden, so it cannot be remixed.");
      }
      const original = await tx.story.findUniqueOrThrow({
        where: { id: storyId },
        include: source,
      });
      const isOwn = original.authorId === viewer.id;
      const chosen = withOutfitsInForce(
        original,
        choose(isOwn ? original : publicContentOf(original)),
      );
      const made = madeWithCopied(await findMadeWith(tx, storyId), original, chosen);
      return copy(tx, viewer, chosen, made);
    },
    { timeout: 30_000 },
  );
  // The original's page counts its remixes.
  await expirePages([pageTag.story(storyId)]);
  return getStory(viewer, copyId);
}

async function copy(tx: Tx, viewer: Viewer, original: Source, made: Made): Promise<string> {
  const story = await tx.story.create({
    data: {
      authorId: viewer.id,
      title: original.title,
      description: original.description,
      artStyle: original.artStyle,
      aspectRatio: original.aspectRatio,
      panels: original.panels,
      defaultPanels: original.defaultPanels,
      imageGenerationModel: original.imageGenerationModel,
      rating: original.ratingBefore ?? original.rating,
      noTraining: original.noTraining,
      oneLetterSize: original.oneLetterSize,
      continuesPanels: original.continuesPanels,
      styleMediaId: original.styleMediaId,
      pictureCheck: original.pictureCheck,
      isRemix: true,
      originalStoryId: original.id,
      originalStoryTitle: original.title,
      tags: { create: original.tags.map(({ tag, position }) => ({ tag, position })) },
    },
    select: { id: true },
  });
  const ids = await copyWorld(tx, story.id, original);
  await copyScenes(tx, story.id, original, ids, made);
  // The panel that its author chose as cover, if it is copied.
  const coverPanelId = ids.get(original.coverPanelId ?? "");
  if (coverPanelId) await tx.story.update({ where: { id: story.id }, data: { coverPanelId } });
  // The administrator's decision applies to the copy as well.
  if (original.ratingBefore) {
    const storyId = original.decidedWithId ?? original.id;
    await inheritDecisions(tx, [{ id: story.id, action: "mature", storyId }]);
  }
  await refreshPreview(tx, story.id);
  return story.id;
}

/** Copies that one person may make in an hour. */
export const remixLimit = { name: "remix", max: 60, windowSeconds: 3600 };

/** What pictures were made with, by panel of the original. */
type Made = ReturnType<typeof madeWithCopied>;

/** @param ids gets the ids of the copied panels too */
async function copyScenes(
  tx: Tx,
  storyId: string,
  { scenes }: Source,
  ids: CopyIds,
  made: Made,
): Promise<void> {
  const copies = scenes.map(({ panels, characters, locations, ...scene }, index) => ({
    panels,
    characters,
    locations,
    scene: { ...scene, id: randomUUID(), storyId, sceneNumber: index + 1 },
  }));
  await tx.scene.createMany({ data: copies.map(({ scene }) => scene) });
  await tx.sceneCharacter.createMany({
    data: copies.flatMap(({ scene, characters }) =>
      characters.map(({ characterId }) => ({
        sceneId: scene.id,
        characterId: copyIdOf(ids, characterId),
      })),
    ),
  });
  await tx.sceneLocation.createMany({
    data: copies.flatMap(({ scene, locations }) =>
      locations.map(({ locationId }) => ({
        sceneId: scene.id,
        locationId: copyIdOf(ids, locationId),
      })),
    ),
  });
  for (const { id } of copies.flatMap(({ panels }) => panels)) ids.set(id, randomUUID());
  const panels = copies.flatMap(({ scene, panels }) =>
    panels.map(({ image, video, ...panel }) => ({
      panel: {
        ...panel,
        id: copyIdOf(ids, panel.id),
        sceneId: scene.id,
        characterIds: panel.characterIds.flatMap((one) => ids.get(one) ?? []),
        locationId: ids.get(panel.locationId ?? "") ?? null,
        outfits: mapOutfitChanges(outfitChanges.parse(panel.outfits), ids, (outfit) =>
          ids.get(outfit),
        ),
        ...(panel.imageMediaId && hasPicture),
      },
      takes: takesOf({ image, video, ...panel }, withCopyIds(ids, made.get(panel.id) ?? null)),
    })),
  );
  await storePanels(tx, panels);
}

/** Fields of a copied panel with a picture; the original's next picture may be pending or failed. */
const hasPicture = { status: "completed", errorMessage: null, isContentFlag: false } as const;

/** The shown picture and video become the copy's first takes. */
function takesOf(
  panel: Source["scenes"][number]["panels"][number],
  madeWith: MadeWith | null,
): PanelCopy["takes"] {
  const { imageMediaId, videoMediaId, image, video } = panel;
  const shown = imageMediaId
    ? {
        kind: "image" as const,
        mediaId: imageMediaId,
        prompt: panel.imagePrompt,
        model: image?.madeBy ?? "",
        faces: panel.faces,
        madeWith,
      }
    : null;
  const film = videoMediaId
    ? {
        kind: "video" as const,
        mediaId: videoMediaId,
        originalMediaId: imageMediaId,
        prompt: panel.videoPrompt,
        model: video?.madeBy ?? "",
      }
    : null;
  return [shown, film]
    .filter((take) => take !== null)
    .map((take) => ({ ...take, source: "remixed" }));
}
