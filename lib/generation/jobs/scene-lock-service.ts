/** The lock that keeps two requests, tabs or jobs from changing the same scene at once. */
import "server-only";
import type { Tx } from "@/lib/platform/db";

export interface LockedScene {
  id: string;
  storyId: string;
  sceneNumber: number;
  generation: number;
  status: "generating" | "completed" | "failed";
}

/**
 * Locks a scene until the transaction ends; null if it is deleted. All changes to a scene or its
 * panels during generation take this lock first. So if several panels finish at the same moment,
 * exactly one of them is the last.
 */
export async function lockScene(tx: Tx, sceneId: string): Promise<LockedScene | null> {
  const [row] = await tx.$queryRaw<LockedScene[]>`
    SELECT id, story_id AS "storyId", scene_number AS "sceneNumber", generation, status
    FROM scene WHERE id = ${sceneId}::uuid FOR NO KEY UPDATE`;
  return row ?? null;
}
