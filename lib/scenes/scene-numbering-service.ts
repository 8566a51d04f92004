/** The numbers of a story's scenes: consecutive from 1, changed by one transaction at a time. */
import "server-only";
import { Prisma, type Tx } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { maxScenes } from "./schema";

/**
 * Locks the story until the transaction ends; call it before numbers of its scenes are assigned or
 * moved.
 */
const lockStoryRow = (tx: Tx, storyId: string) =>
  tx.$executeRaw`SELECT 1 FROM story WHERE id = ${storyId}::uuid FOR NO KEY UPDATE`;

/** The same for the story of a scene. */
export const lockStoryOfScene = (tx: Tx, sceneId: string) =>
  tx.$executeRaw`
    SELECT 1 FROM story WHERE id = (SELECT story_id FROM scene WHERE id = ${sceneId}::uuid)
    FOR NO KEY UPDATE`;

/** In reading order. */
export async function sceneIdsOf(tx: Tx, storyId: string): Promise<string[]> {
  const scenes = await tx.scene.findMany({
    where: { storyId },
    orderBy: { sceneNumber: "asc" },
    select: { id: true },
  });
  return scenes.map(({ id }) => id);
}

/** Whether both lists have the same ids, each once. */
export function isPermutation(before: string[], after: string[]): boolean {
  const afterIds = new Set(after);
  return (
    before.length === after.length &&
    afterIds.size === after.length &&
    before.every((id) => afterIds.has(id))
  );
}

/** Locks the story and returns the number after its last scene. @throws AppError `conflict` at the limit */
export async function nextSceneNumber(tx: Tx, storyId: string): Promise<number> {
  await lockStoryRow(tx, storyId);
  const last = await tx.scene.aggregate({ where: { storyId }, _max: { sceneNumber: true } });
  const sceneNumber = (last._max.sceneNumber ?? 0) + 1;
  if (sceneNumber > maxScenes) {
    throw new AppError("conflict", `A story holds at most ${maxScenes} scenes.`);
  }
  return sceneNumber;
}

/** Moves a scene to a number; scenes between its old and its new position shift. */
export async function moveScene(
  tx: Tx,
  storyId: string,
  sceneId: string,
  sceneNumber: number,
): Promise<void> {
  const others = (await sceneIdsOf(tx, storyId)).filter((id) => id !== sceneId);
  await renumberScenes(tx, storyId, others.toSpliced(sceneNumber - 1, 0, sceneId));
}

/**
 * Numbers all scenes of a story from 1 in the given order; call it with the story locked. First
 * appearances follow; an entity that appears in no scene keeps a position in the order.
 */
export async function renumberScenes(tx: Tx, storyId: string, sceneIds: string[]): Promise<void> {
  const order = Prisma.sql`unnest(${sceneIds}::uuid[]) WITH ORDINALITY AS o(id, number)`;
  for (const [table, join, column] of [
    [Prisma.raw(`"character"`), Prisma.raw("scene_character"), Prisma.raw("character_id")],
    [Prisma.raw("location"), Prisma.raw("scene_location"), Prisma.raw("location_id")],
  ]) {
    await tx.$executeRaw`
      UPDATE ${table} e SET first_appearance = n.number
      FROM (SELECT x.id, coalesce(
          (SELECT min(o.number) FROM ${join} j JOIN ${order} ON o.id = j.scene_id
            WHERE j.${column} = x.id),
          (SELECT o.number FROM scene c JOIN ${order} ON o.id = c.id
            WHERE c.story_id = x.story_id AND c.scene_number = x.first_appearance),
          x.first_appearance)::int AS number
        FROM ${table} x WHERE x.story_id = ${storyId}::uuid) n
      WHERE e.id = n.id AND e.first_appearance <> n.number`;
  }
  await tx.$executeRaw`
    UPDATE scene SET scene_number = o.number FROM ${order}
    WHERE scene.id = o.id AND scene.story_id = ${storyId}::uuid
      AND scene.scene_number <> o.number`;
}
