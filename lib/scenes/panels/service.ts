/** Adds, removes and reorders the panels of a scene. */
import "server-only";
import { lineageTags } from "@/lib/pages/lineage-queries";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db, retryOnLockConflict, type Tx } from "@/lib/platform/db";
import { AppError, notFound } from "@/lib/platform/errors";
import { openJobStatus } from "@/lib/platform/jobs/outbox-service";
import { requireBelowBubbleLimit } from "../bubbles/limit-service";
import { copyPanel, type PanelPosition } from "../duplicate-service";
import { type EditableScene, lockEditableScene } from "../editable-scene-queries";
import { refreshPreview } from "../preview-service";
import { findPanel, getScene } from "../queries";
import { isPermutation } from "../scene-numbering-service";
import { type AddPanelInput, maxPanels, minPanels, type PanelOrder, type Scene } from "../schema";
import {
  clearFailures,
  requireNotGenerating,
  revalidateStoryOf,
  staleVersionError,
} from "../service";

/**
 * Reorders the panels of a scene.
 * @throws AppError `not_found`, `forbidden`, `scene_busy`, `stale_version` with the current scene
 * if its panels have changed since the viewer loaded them
 */
export function reorderPanels(
  viewer: Viewer,
  sceneId: string,
  { panelIds, version }: PanelOrder,
): Promise<Scene> {
  return changePanels(viewer, sceneId, async (tx, scene) => {
    const before = await panelIdsOf(tx, sceneId);
    if ((version ?? scene.version) !== scene.version || !isPermutation(before, panelIds)) {
      throw staleVersionError("scene", await getScene(viewer, sceneId, tx));
    }
    return panelIds;
  });
}

/**
 * Adds an empty panel, a copy of another, or a removed one.
 * @throws AppError `not_found`, `forbidden`, `scene_busy`, `conflict` if the scene is full, or the
 * story has too many bubbles
 */
export function addPanel(
  viewer: Viewer,
  sceneId: string,
  { position, copyOf, restore }: AddPanelInput,
): Promise<Scene> {
  return changePanels(viewer, sceneId, async (tx, { storyId }) => {
    const before = await panelIdsOf(tx, sceneId);
    if (before.length >= maxPanels) {
      throw new AppError(
        "conflict",
        `A scene holds at most ${maxPanels} panels. Remove one before adding another.`,
      );
    }
    const panelNumber = before.length + 1;
    const at = Math.min(position ?? panelNumber, panelNumber) - 1;
    const panelId = restore
      ? await restorePanel(tx, { sceneId, panelNumber }, restore)
      : copyOf
        ? await copyPanel(tx, { sceneId, panelId: copyOf }, { sceneId, panelNumber })
        : await emptyPanel(tx, { sceneId, panelNumber }, before[at - 1] ?? before[at]);
    // An empty panel adds no bubbles.
    if (restore || copyOf) await requireBelowBubbleLimit(tx, storyId);
    return before.toSpliced(at, 0, panelId);
  });
}

/**
 * Removes a panel from its scene. It keeps its picture, takes and bubbles, and can be restored.
 * @param version the panel's version that the viewer loaded
 * @throws AppError `not_found`, `forbidden`, `scene_busy`, `stale_version` with the current panel,
 * `conflict` for the only panel
 */
export function removePanel(
  viewer: Viewer,
  sceneId: string,
  panelNumber: number,
  version?: number,
): Promise<Scene> {
  return changePanels(viewer, sceneId, async (tx) => {
    const panel = await findPanel(sceneId, panelNumber, tx);
    if (!panel) throw notFound("panel");
    if (version !== undefined && version !== panel.version) throw staleVersionError("panel", panel);
    const before = await panelIdsOf(tx, sceneId);
    if (before.length <= minPanels) {
      throw new AppError(
        "conflict",
        "A scene has at least one panel. Delete the scene to remove this one.",
      );
    }
    await tx.panel.update({
      where: { id: panel._id },
      data: { sceneId: null, removedFromId: sceneId },
    });
    if (panel.status === "failed") await clearFailures(tx, sceneId);
    return before.filter((id) => id !== panel._id);
  });
}

/** Changes the panels of a locked scene and renumbers them. */
async function changePanels(
  viewer: Viewer,
  sceneId: string,
  change: (tx: Tx, scene: EditableScene) => Promise<string[]>,
): Promise<Scene> {
  // A job that finishes a panel of the story at this moment may hold locks that this transaction
  // needs.
  const { scene, isUnlisted } = await retryOnLockConflict(() =>
    db.$transaction(async (tx) => {
      const locked = await lockEditableScene(tx, viewer, sceneId);
      requireNotGenerating(locked);
      await renumberPanels(tx, sceneId, await change(tx, locked));
      await tx.scene.update({ where: { id: sceneId }, data: { version: { increment: 1 } } });
      return { scene: locked, isUnlisted: await refreshPreview(tx, locked.storyId) };
    }),
  );
  // A story without pictures, or a hidden one, leaves its remix tree.
  await revalidateStoryOf(scene, isUnlisted ? await lineageTags(scene.storyId) : []);
  return getScene(viewer, sceneId);
}

/**
 * Numbers panels from 1 in the given order. A moved panel gets a version that no panel of the scene
 * had before, so that a save by number changes only the panel that the author edited.
 */
async function renumberPanels(tx: Tx, sceneId: string, panelIds: string[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE panel SET panel_number = o.number,
      version = (SELECT max(version) + 1 FROM panel
        WHERE scene_id = ${sceneId}::uuid OR removed_from_id = ${sceneId}::uuid)
    FROM unnest(${panelIds}::uuid[]) WITH ORDINALITY AS o(id, number)
    WHERE panel.id = o.id AND panel.scene_id = ${sceneId}::uuid
      AND panel.panel_number <> o.number`;
}

async function panelIdsOf(tx: Tx, sceneId: string): Promise<string[]> {
  const panels = await tx.panel.findMany({
    where: { sceneId },
    orderBy: { panelNumber: "asc" },
    select: { id: true },
  });
  return panels.map(({ id }) => id);
}

async function restorePanel(tx: Tx, place: PanelPosition, panelId: string): Promise<string> {
  const { count } = await tx.panel.updateMany({
    where: { id: panelId, removedFromId: place.sceneId },
    data: { ...place, removedFromId: null },
  });
  if (count === 0) throw notFound("panel");
  // A restored panel's pending job may have ended with an older generation of the scene.
  await tx.panel.updateMany({
    where: {
      id: panelId,
      status: openJobStatus,
      jobs: { none: { kind: "panel_image", status: openJobStatus } },
    },
    data: { status: "completed" },
  });
  return panelId;
}

/** A new panel takes the cast of its neighbour, until its author changes it. */
async function emptyPanel(
  tx: Tx,
  place: PanelPosition,
  beside: string | undefined,
): Promise<string> {
  const neighbour = beside
    ? await tx.panel.findUnique({
        where: { id: beside },
        select: { characterIds: true, locationId: true },
      })
    : null;
  const { id } = await tx.panel.create({
    data: { ...place, ...neighbour, status: "completed" },
    select: { id: true },
  });
  return id;
}
