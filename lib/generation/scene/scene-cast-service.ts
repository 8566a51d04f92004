/** The characters and locations that an author chooses for a scene. */
import "server-only";
import { db, type Tx } from "@/lib/platform/db";
import { fieldError } from "@/lib/platform/errors";
import { entityRows } from "@/lib/world/entity-rows-queries";
import type { EntityKind } from "@/lib/world/schema";
import { type GenerateSceneBody, sceneJobInput } from "../schema";
import type { ChosenNames } from "../text/writer-tasks";

type ChosenIds = Required<Pick<GenerateSceneBody, "characterIds" | "locationIds">>;

/**
 * The cast that the job of a scene stores. A scene that is regenerated without a choice keeps the
 * earlier one; deleted entities are left out when the scene is written.
 * @throws AppError `validation_failed` if an entity belongs to another story
 */
export async function resolveCast(
  tx: Tx,
  storyId: string,
  { existingSceneId, ...input }: GenerateSceneBody,
): Promise<ChosenIds> {
  const before = existingSceneId ? await previousCast(tx, existingSceneId) : null;
  const { characterIds = [], locationIds = [] } = input;
  const chosen = { character: characterIds, location: locationIds };
  for (const kind of ["character", "location"] as const) {
    const where = { storyId, id: { in: chosen[kind] } };
    if ((await entityRows(tx, kind).count({ where })) < chosen[kind].length) {
      const message = `A chosen ${kind} is no longer in this story. Please choose again.`;
      throw fieldError(`${kind}Ids`, message);
    }
  }
  return {
    characterIds: input.characterIds ?? before?.characterIds ?? [],
    locationIds: input.locationIds ?? before?.locationIds ?? [],
  };
}

async function previousCast(tx: Tx, sceneId: string): Promise<ChosenIds | null> {
  const job = await tx.job.findFirst({
    where: { sceneId, kind: "scene" },
    select: { input: true },
    orderBy: { createdAt: "desc" },
  });
  return job && sceneJobInput.parse(job.input);
}

/** The names of the chosen entities that still exist, in the order of choice. */
export async function chosenNames(
  storyId: string,
  { characterIds, locationIds }: ChosenIds,
): Promise<ChosenNames> {
  const names = async (kind: EntityKind, ids: string[]) => {
    const where = { storyId, id: { in: ids } };
    const rows = await entityRows(db, kind).findMany({ where, select: { id: true, name: true } });
    // A merge leaves one id twice in the input of an earlier job.
    return [...new Set(ids)].flatMap((id) => rows.find((row) => row.id === id)?.name ?? []);
  };
  return {
    cast: await names("character", characterIds),
    locations: await names("location", locationIds),
  };
}
