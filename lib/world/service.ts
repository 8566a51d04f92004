import "server-only";
import { randomUUID } from "node:crypto";
import { expirePagesOf } from "@/lib/pages/expiry-service";
import { accessDeniedError, authoredBy } from "@/lib/platform/auth/ownership";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db, lockName, retryOnLockConflict, type Tx } from "@/lib/platform/db";
import { AppError, fieldError } from "@/lib/platform/errors";
import { formerNamesAfter, nameKey } from "@/lib/platform/text/name-key";
import { inUseText } from "./entities";
import { entityRows, entityTables } from "./entity-rows-queries";
import { parseLora } from "./lora";
import { setPortrait } from "./portrait-service";
import { findEntity, getEntity } from "./queries";
import type { CreateEntityInput, Entity, EntityKind, UpdateEntityInput } from "./schema";

/** Limit of each kind in a story. */
const maxPerStory = 200;

/**
 * Adds a character or a location to a story of the viewer.
 * @throws AppError `not_found`, `forbidden`, `validation_failed`
 */
export async function createEntity(
  viewer: Viewer,
  kind: EntityKind,
  { storyId, primaryImageUrl, ...fields }: CreateEntityInput,
): Promise<Entity> {
  const { id: entityId, ...story } = await db.$transaction(async (tx) => {
    const story = await tx.story.findFirst({
      where: { id: storyId, ...authoredBy(viewer) },
      select: { status: true },
    });
    if (!story) throw await storyAccessError(storyId);
    await requireRoom(tx, kind, storyId);
    await requireFreeName(tx, kind, storyId, fields.name);
    const data = { ...fields, storyId, seed: randomUUID() };
    const { id } = await entityRows(tx, kind).create({ data, select: { id: true } });
    const picture = primaryImageUrl && { url: primaryImageUrl, followsWords: false };
    const sitter = { kind, id, storyId };
    const isDecided = picture && (await setPortrait(tx, viewer, sitter, picture));
    return { ...story, id, isDecided };
  });
  if (story.isDecided) await expirePagesOf(storyId, story);
  return getEntity(kind, entityId);
}

/**
 * Changes a character or a location.
 * @throws AppError `not_found`, `forbidden`, `validation_failed`, `stale_version` with the current
 *   one as data
 */
export async function updateEntity(
  viewer: Viewer,
  kind: EntityKind,
  entityId: string,
  { storyId, primaryImageUrl, lora, version, ...fields }: UpdateEntityInput,
): Promise<Entity> {
  const before = await retryOnLockConflict(() =>
    db.$transaction(async (tx) => {
      const locked = await lockEntity(tx, viewer, kind, entityId);
      if (storyId !== undefined && storyId !== locked.storyId) {
        throw fieldError("storyId", `This ${kind} belongs to another story, and cannot be moved.`);
      }
      if (version !== undefined && version !== locked.version) {
        throw new AppError(
          "stale_version",
          `This ${kind} was changed elsewhere in the meantime. Please look at the current version before saving.`,
          { data: await findEntity(kind, entityId) },
        );
      }
      if (fields.name !== undefined && nameKey(fields.name) !== nameKey(locked.name)) {
        await requireFreeName(tx, kind, locked.storyId, fields.name);
      }
      const data = {
        ...fields,
        ...(fields.name === undefined
          ? {}
          : { formerNames: formerNamesAfter(locked, fields.name) }),
        ...(primaryImageUrl === null ? { primaryMediaId: null } : {}),
        ...(lora === undefined ? {} : parseLora(lora)),
        version: { increment: 1 },
      };
      const where = { id: entityId };
      await entityRows(tx, kind).update({ where, data });
      const picture = primaryImageUrl && {
        url: primaryImageUrl,
        followsWords: fields.imagePrompt === undefined,
      };
      const sitter = { kind, id: entityId, storyId: locked.storyId };
      const isDecided = picture && (await setPortrait(tx, viewer, sitter, picture));
      return { ...locked, isDecided };
    }),
  );
  if (before.isDecided) await expirePagesOf(before.storyId, before);
  return getEntity(kind, entityId);
}

/**
 * Deletes a character or a location that appears in no scene.
 * @throws AppError `not_found`, `forbidden`, `in_use`
 */
export async function deleteEntity(
  viewer: Viewer,
  kind: EntityKind,
  entityId: string,
): Promise<{ message: string }> {
  await retryOnLockConflict(() =>
    db.$transaction(async (tx) => {
      await lockEntity(tx, viewer, kind, entityId);
      const [used] = await tx.$queryRaw<{ scenes: number }[]>`
      SELECT count(*)::int AS scenes FROM ${entityTables[kind].uses} j
      WHERE j.${entityTables[kind].owner} = ${entityId}::uuid`;
      const scenes = used?.scenes ?? 0;
      if (scenes > 0) {
        throw new AppError("in_use", inUseText(kind, scenes));
      }
      await tx.$executeRaw`DELETE FROM ${entityTables[kind].rows} WHERE id = ${entityId}::uuid`;
    }),
  );
  return { message: kind === "character" ? "Character deleted." : "Location deleted." };
}

/**
 * Deletes the entities that a failed scene added, except those that a scene shows or that the
 * author has changed since.
 * @param beforeDelete gets the ids before their rows are deleted
 */
export async function deleteNewEntities(
  tx: Tx,
  kind: EntityKind,
  { storyId, sceneNumber, since }: { storyId: string; sceneNumber: number; since: Date },
  beforeDelete: (ids: string[]) => Promise<void>,
): Promise<void> {
  const { rows, uses, owner } = entityTables[kind];
  const found = await tx.$queryRaw<{ id: string }[]>`
    SELECT e.id FROM ${rows} e
    WHERE e.story_id = ${storyId}::uuid AND e.first_appearance = ${sceneNumber}
      AND e.created_at >= ${since} AND e.version = 1
      AND NOT EXISTS (SELECT FROM ${uses} u WHERE u.${owner} = e.id)
    FOR UPDATE`;
  if (found.length === 0) return;
  const ids = found.map(({ id }) => id);
  await beforeDelete(ids);
  await tx.$executeRaw`DELETE FROM ${rows} WHERE id = ANY(${ids}::uuid[])`;
}

/**
 * An entity that the viewer may change, locked so that no scene can add it meanwhile.
 * @throws AppError `not_found`, `forbidden`
 */
export async function lockEntity(tx: Tx, viewer: Viewer, kind: EntityKind, entityId: string) {
  const [row] = await tx.$queryRaw<
    { storyId: string; name: string; formerNames: string[]; version: number; status: string }[]
  >`
    SELECT e.story_id AS "storyId", e.name, e.former_names AS "formerNames", e.version,
      s.status::text AS status FROM ${entityTables[kind].rows} e
    JOIN story s ON s.id = e.story_id
    WHERE e.id = ${entityId}::uuid
      AND (${viewer.isAdministrator} OR s.author_id = ${viewer.id}::uuid)
    FOR UPDATE OF e`;
  if (!row) throw await entityAccessError(kind, entityId);
  return row;
}

/** @throws AppError `conflict` if the story has as many of this kind as it may */
export async function requireRoom(tx: Tx, kind: EntityKind, storyId: string): Promise<void> {
  if ((await entityRows(tx, kind).count({ where: { storyId } })) < maxPerStory) return;
  throw new AppError("conflict", `A story holds at most ${maxPerStory} ${kind}s.`);
}

/**
 * Scripts refer to characters and locations by name, so names must be unique. Serialised, also with
 * the writer's new entities: two transactions must not both find the name free.
 */
export async function requireFreeName(
  tx: Tx,
  kind: EntityKind,
  storyId: string,
  name: string,
): Promise<void> {
  await lockName(tx, `new-entities:${storyId}`);
  const query = { where: { storyId }, select: { name: true } };
  const takenBy = await entityRows(tx, kind).findMany(query);
  const same = takenBy.find((one) => nameKey(one.name) === nameKey(name));
  if (!same) return;
  throw fieldError(
    "name",
    `This story already has a ${kind} named ${same.name}. Please choose another name.`,
    "conflict",
  );
}

async function storyAccessError(storyId: string) {
  const story = await db.story.findUnique({ where: { id: storyId }, select: { status: true } });
  return accessDeniedError(story?.status === "published", "story");
}

/**
 * Why a character or location cannot be changed: it does not exist or, in a published story,
 * belongs to another author.
 */
export async function entityAccessError(kind: EntityKind, entityId: string) {
  const [row] = await db.$queryRaw<{ status: string }[]>`
    SELECT s.status::text AS status FROM ${entityTables[kind].rows} e JOIN story s ON s.id = e.story_id
    WHERE e.id = ${entityId}::uuid`;
  return accessDeniedError(row?.status === "published", kind);
}
