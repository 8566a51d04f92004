/** The characters and locations that an author chooses for a scene. */
import "server-only";
import { db, type Tx } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
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
  const where = (ids: string[]) => ({ where: { storyId, id: { in: ids } } });
  if ((await tx.character.count(where(characterIds))) < characterIds.length) {
    throw missingEntityError("characterIds", "character");
  }
  if ((await tx.location.count(where(locationIds))) < locationIds.length) {
    throw missingEntityError("locationIds", "location");
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

const missingEntityError = (field: string, what: string) => {
  const message = `A chosen ${what} is no longer in this story. Please choose again.`;
  return new AppError("validation_failed", message, { errors: [{ field, message }] });
};

/** The names of the chosen entities that still exist, in the order of choice. */
export async function chosenNames(
  storyId: string,
  { characterIds, locationIds }: ChosenIds,
): Promise<ChosenNames> {
  const query = (ids: string[]) => ({
    where: { storyId, id: { in: ids } },
    select: { id: true, name: true },
  });
  const characters = await db.character.findMany(query(characterIds));
  const locations = await db.location.findMany(query(locationIds));
  const inOrder = (ids: string[], rows: { id: string; name: string }[]) =>
    ids.flatMap((id) => rows.find((row) => row.id === id)?.name ?? []);
  return {
    cast: inOrder(characterIds, characters),
    locations: inOrder(locationIds, locations),
  };
}
