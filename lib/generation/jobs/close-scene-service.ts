/** The lock of a scene, and how it closes when its last panel has ended. */
import "server-only";
import type { Tx } from "@/lib/platform/db";
import type { Panel } from "@/lib/scenes/schema";
import { sentences } from "./failure-texts";

export interface LockedScene {
  id: string;
  storyId: string;
  sceneNumber: number;
  generation: number;
  status: "generating" | "completed" | "failed";
}

/**
 * A scene, held until the transaction ends; null where it is gone. Everything that changes a scene
 * or its panels during generation takes this lock first, so that exactly one of the panels that
 * finish at the same moment is the last one.
 */
export async function lockScene(tx: Tx, sceneId: string): Promise<LockedScene | null> {
  const [row] = await tx.$queryRaw<LockedScene[]>`
    SELECT id, story_id AS "storyId", scene_number AS "sceneNumber", generation, status
    FROM scene WHERE id = ${sceneId}::uuid FOR NO KEY UPDATE`;
  return row ?? null;
}

interface PanelState {
  status: Panel["status"];
  hasImage: boolean;
}

/** What a scene is once its script is whole: null while a panel is still being drawn. */
export function outcomeOf(
  panels: PanelState[],
): { status: "completed" | "failed"; errorMessage: string | null } | null {
  if (panels.some(({ status }) => status === "queued" || status === "processing")) return null;
  const failed = panels.filter(({ status }) => status === "failed").length;
  if (failed === 0) return { status: "completed", errorMessage: null };
  return panels.some(({ hasImage }) => hasImage)
    ? { status: "completed", errorMessage: sentences.someImages }
    : { status: "failed", errorMessage: sentences.images };
}

/**
 * Closes a scene when its script is whole and its last panel has ended: completed, completed with
 * partial errors, or failed with its generation given back. A panel drawn again later changes the
 * outcome in the same way. Call it under `lockScene`.
 * @returns whether the scene is closed now
 */
export async function settleScene(tx: Tx, scene: LockedScene): Promise<boolean> {
  const job = await tx.job.findFirst({
    where: { sceneId: scene.id, kind: "scene", generation: scene.generation },
    orderBy: { createdAt: "desc" },
    select: { id: true, status: true },
  });
  // A scene that was remixed was never written here; one whose writer failed stays as it is.
  if (job && job.status !== "completed") return false;
  const panels = await tx.panel.findMany({
    where: { sceneId: scene.id },
    select: { status: true, imageMediaId: true },
  });
  const outcome = outcomeOf(
    panels.map((panel) => ({ status: panel.status, hasImage: panel.imageMediaId !== null })),
  );
  if (!outcome) return false;
  await tx.scene.update({ where: { id: scene.id }, data: outcome });
  if (job && scene.status === "generating" && outcome.status === "failed") {
    await refund(tx, job.id);
  }
  return true;
}

/** Gives a scene generation back to its author's hour, once. */
export async function refund(tx: Tx, jobId: string): Promise<void> {
  await tx.quotaEntry.updateMany({
    where: { jobId, refundedAt: null },
    data: { refundedAt: new Date() },
  });
}
